import { parseArgs } from 'node:util';
import { UsageError } from './usageError';
import type { Verb, VerbInput, VerbOption } from './verb';

/** The options of every verb. */
export const COMMON_OPTIONS = {
  window: {
    type: 'string',
    value: 'FOLDER',
    help: 'the window to connect to: one of its folders or its process id (default: the window whose folder contains the current directory)',
  },
  json: { type: 'boolean', help: 'print JSON' },
  help: { type: 'boolean', help: 'print this help' },
} as const satisfies Record<string, VerbOption>;

/** A parsed command line. */
type CommandLine =
  | { readonly kind: 'help'; readonly verb: Verb | undefined }
  | { readonly kind: 'run'; readonly verb: Verb; readonly input: VerbInput };

/**
 * Parses the arguments after the program's name.
 * @throws {UsageError} for an unknown verb or invalid arguments.
 */
export function parseCommandLine(argv: readonly string[], verbs: readonly Verb[]): CommandLine {
  const [name, ...rest] = argv;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    return { kind: 'help', verb: verbs.find((verb) => verb.name === rest[0]) };
  }
  const verb = verbs.find((one) => one.name === name);
  if (!verb) {
    const shown = verbs.map((one) => one.name);
    throw new UsageError(`There is no verb "${name}". Verbs: ${shown.join(', ')}.`);
  }
  const input = parseInput(verb, rest);
  return input.flag('help') ? { kind: 'help', verb } : { kind: 'run', verb, input };
}

function parseInput(verb: Verb, args: readonly string[]): VerbInput {
  const { positionals, tokens, ...parsed } = parse(verb, args);
  const values: Readonly<Record<string, unknown>> = parsed.values;
  const dashes = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? args.length;
  const [fewest, most] = verb.argumentCount;
  if (values['help'] !== true && (positionals.length < fewest || positionals.length > most)) {
    throw new UsageError(`agent-terminals ${verb.name} ${verb.usage}: see --help.`);
  }
  return {
    positionals,
    program: args.slice(dashes + 1),
    flag: (name) => values[name] === true,
    text: (name) => toTexts(values[name]).at(-1),
    texts: (name) => toTexts(values[name]),
  };
}

function parse(verb: Verb, args: readonly string[]) {
  const options = { ...verb.options, ...COMMON_OPTIONS };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, tokens: true });
  } catch (error) {
    throw new UsageError(`agent-terminals ${verb.name}: ${firstSentence(error)}`);
  }
}

/** The messages of `parseArgs` continue with how to write arguments that begin with a dash. */
function firstSentence(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return `${text.replace(/\. .*$/s, '').replace(/\.$/, '')}.`;
}

function toTexts(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((one) => typeof one === 'string');
}
