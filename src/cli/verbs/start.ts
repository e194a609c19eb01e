import { resolve } from 'node:path';
import { START_OPTIONS, START_SURFACES, type SurfaceOptions } from '../../base/startOptions';
import type { StartOptions } from '../../client/clientOptions';
import { EXIT } from '../exitCode';
import { print, printNotices } from '../output';
import { readNumber } from '../readNumber';
import { UsageError } from '../usageError';
import type { Verb, VerbInput, VerbOption } from '../verb';

type OptionName = keyof SurfaceOptions<'commandLine'>;

/** Help that differs on the command line. */
const HELP: Partial<Readonly<Record<OptionName, string>>> = {
  cwd: 'the working directory (default: the current one)',
  env: 'an environment variable; can be repeated',
  extraArgs: 'an argument for the agent (--extra-arg=--flag); can be repeated',
};

/** Placeholders for values in the help, if they differ from that of the form. */
const VALUES: Partial<Readonly<Record<OptionName, string>>> = {
  cwd: 'DIR',
  task: 'TASK',
  model: 'MODEL',
};

export const START: Verb = {
  name: 'start',
  usage: '[PROVIDER] [-- PROGRAM ARGUMENT...]',
  summary: 'start an agent, a program, or, without either, a shell; prints the session’s id',
  options: Object.fromEntries(
    START_SURFACES.commandLine.map((name) => [flagOf(name), describeOption(name)]),
  ),
  argumentCount: [0, Infinity],
  async run(context, input) {
    const session = await context.terminals.start(readStart(input, context.io.cwd));
    printNotices(context, [session]);
    print(context, session, session.id);
    return EXIT.done;
  },
};

/** A flag that can be repeated is named in the singular. */
function flagOf(name: OptionName): string {
  const words = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return formOf(name) === 'list' ? words.replace(/s$/, '') : words;
}

function describeOption(name: OptionName): VerbOption {
  const form = formOf(name);
  const help = HELP[name] ?? START_OPTIONS[name].help;
  if (typeof form !== 'string') {
    return { type: 'string', value: form.join('|'), help };
  }
  switch (form) {
    case 'flag':
      return { type: 'boolean', help };
    case 'list':
      return { type: 'string', multiple: true, value: 'ARG', help };
    case 'variables':
      return { type: 'string', multiple: true, value: 'NAME=TEXT', help };
    case 'cells':
      return { type: 'string', value: 'N', help };
    case 'line':
      return { type: 'string', value: 'LINE', help };
    case 'name':
    case 'text':
      return { type: 'string', value: VALUES[name] ?? 'TEXT', help };
  }
}

function readStart(input: VerbInput, here: string): StartOptions {
  const read = START_SURFACES.commandLine.map((name) => [name, readOption(input, name)] as const);
  const cwd = input.text('cwd');
  // The window refuses invalid values of options with fixed values.
  const options = Object.fromEntries(read) as SurfaceOptions<'commandLine'>;
  return {
    ...options,
    cwd: cwd === undefined ? undefined : resolve(here, cwd),
    ...readProgram(input),
  };
}

/** @throws {UsageError} */
function readOption(input: VerbInput, name: OptionName): unknown {
  const flag = flagOf(name);
  const form = formOf(name);
  if (typeof form !== 'string') {
    return input.text(flag);
  }
  switch (form) {
    case 'flag':
      return input.flag(flag) || undefined;
    case 'list':
      return nonEmpty(input.texts(flag));
    case 'variables':
      return readVariables(input.texts(flag));
    case 'cells':
      return readNumber(input, flag);
    case 'line':
    case 'name':
    case 'text':
      return input.text(flag);
  }
}

function formOf(name: OptionName) {
  return START_OPTIONS[name].form;
}

/** @throws {UsageError} */
function readProgram({
  positionals,
  program,
}: VerbInput): Pick<StartOptions, 'args' | 'exec' | 'provider'> {
  const [provider, ...others] = positionals.slice(0, positionals.length - program.length);
  const [exec, ...args] = program;
  if (others.length > 0 || (provider !== undefined && exec !== undefined)) {
    throw new UsageError('Name one provider, or a program after "--".');
  }
  return exec === undefined ? { provider } : { exec, args };
}

/** @throws {UsageError} */
function readVariables(texts: readonly string[]): Record<string, string> | undefined {
  const entries = texts.map((text) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw new UsageError(`--env takes NAME=TEXT, not "${text}".`);
    }
    return [name, value] as const;
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function nonEmpty(texts: readonly string[]): readonly string[] | undefined {
  return texts.length === 0 ? undefined : texts;
}
