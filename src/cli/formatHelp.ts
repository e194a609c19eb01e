import { COMMON_OPTIONS } from './commandLine';
import type { Verb, VerbOption } from './verb';

/** Width of the left column, in characters. */
const LEFT = 26;

/** Formats the help of the program, or of one verb. */
export function formatHelp(verbs: readonly Verb[], verb: Verb | undefined): string {
  return (verb ? formatVerb(verb) : formatProgram(verbs)).join('\n');
}

function formatProgram(verbs: readonly Verb[]): readonly string[] {
  return [
    'Drives the agents in a window of VS Code with Agent Terminals.',
    '',
    'usage: agent-terminals VERB [...]',
    '',
    ...verbs.map(({ name, usage, summary }) => formatRow(`${name} ${usage}`, summary)),
    '',
    'options of all verbs:',
    ...formatOptions(COMMON_OPTIONS),
    '',
    'exit codes: 0 done, 1 the agent or session failed, 2 usage, 3 no window found, 4 not allowed, 5 timeout',
  ];
}

function formatVerb({ name, usage, summary, notes = [], options }: Verb): readonly string[] {
  return [
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    ...notes,
    '',
    `usage: agent-terminals ${name} ${usage}`,
    '',
    ...formatOptions({ ...options, ...COMMON_OPTIONS }),
  ];
}

function formatOptions(options: Readonly<Record<string, VerbOption>>): readonly string[] {
  return Object.entries(options).map(([name, { value, help }]) =>
    formatRow(`--${name}${value === undefined ? '' : ` ${value}`}`, help),
  );
}

function formatRow(left: string, right: string): string {
  const isLong = left.length > LEFT;
  return isLong ? `  ${left}\n  ${' '.repeat(LEFT)}  ${right}` : `  ${left.padEnd(LEFT)}  ${right}`;
}
