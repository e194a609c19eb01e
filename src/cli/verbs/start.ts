import { resolve } from 'node:path';
import type { StartOptions } from '../../client/clientOptions';
import { EXIT } from '../exitCode';
import { say } from '../output';
import { readNumber } from '../readNumber';
import { UsageError } from '../usageError';
import type { Verb, VerbInput } from '../verb';

export const START: Verb = {
  name: 'start',
  usage: '[PROVIDER] [-- PROGRAM ARGUMENT...]',
  summary: 'start an agent, a program, or, without either, a shell; says the session’s id',
  options: {
    task: { type: 'string', value: 'TASK', help: 'its name or id; found, or made by that name' },
    prompt: { type: 'string', value: 'TEXT', help: 'what the agent is told first' },
    model: { type: 'string', value: 'MODEL', help: 'the agent’s model' },
    cwd: { type: 'string', value: 'DIR', help: 'where it works (default: here)' },
    label: { type: 'string', value: 'TEXT', help: 'the session’s name' },
    env: { type: 'string', multiple: true, value: 'NAME=TEXT', help: 'a variable; again for more' },
    'extra-arg': {
      type: 'string',
      multiple: true,
      value: 'ARG',
      help: 'an argument for the agent (--extra-arg=--flag); again for more',
    },
    'shell-setup': { type: 'string', value: 'LINE', help: 'a command line before the agent' },
    'spawn-mode': { type: 'string', value: 'shell|direct', help: 'through the login shell or not' },
    persistence: { type: 'string', value: 'window|tmux|host', help: 'what it outlives' },
    'auto-approve': { type: 'boolean', help: 'let the agent act without asking' },
    trust: { type: 'boolean', help: 'answer the agent’s question whether it may trust the folder' },
    fresh: { type: 'boolean', help: 'a new conversation' },
    cols: { type: 'string', value: 'N', help: 'columns of the terminal' },
    rows: { type: 'string', value: 'N', help: 'rows of the terminal' },
    show: { type: 'boolean', help: 'open a tab for it' },
  },
  words: [0, Infinity],
  async run(context, input) {
    const session = await context.terminals.start(readStart(input, context.io.cwd));
    say(context, session, session.id);
    return EXIT.done;
  },
};

function readStart(input: VerbInput, here: string): StartOptions {
  const cwd = input.text('cwd');
  const options: Partial<Record<keyof StartOptions, unknown>> = {
    ...readProgram(input),
    cwd: cwd === undefined ? undefined : resolve(here, cwd),
    label: input.text('label'),
    task: input.text('task'),
    prompt: input.text('prompt'),
    model: input.text('model'),
    spawnMode: input.text('spawn-mode'),
    persistence: input.text('persistence'),
    autoApprove: input.flag('auto-approve') || undefined,
    trust: input.flag('trust') || undefined,
    fresh: input.flag('fresh') || undefined,
    shellSetup: input.text('shell-setup'),
    env: readVariables(input.texts('env')),
    extraArgs: someOf(input.texts('extra-arg')),
    cols: readNumber(input, 'cols'),
    rows: readNumber(input, 'rows'),
    show: input.flag('show') || undefined,
  };
  // What is none of the few words that an option takes, the window refuses.
  return options as StartOptions;
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

function someOf(texts: readonly string[]): readonly string[] | undefined {
  return texts.length === 0 ? undefined : texts;
}
