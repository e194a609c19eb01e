import type { CommandsEnd } from '../../agents/start/commandRuns';
import { cutText } from '../../views/dialogs/cutText';

/** A message shows at most this many characters of a command. */
const MAX_COMMAND_CHARS = 80;

/** The purpose of the commands. */
export type CommandsPurpose = 'setup' | 'teardown';

/** A sentence about the command that failed and its exit code; undefined after success. */
export function describeCommandsEnd(
  end: CommandsEnd,
  purpose: CommandsPurpose,
  taskName: string,
): string | undefined {
  const run = `the ${purpose} of task "${taskName}"`;
  switch (end.kind) {
    case 'done':
      return undefined;
    case 'cancelled':
      return `${capitalize(run)} was ended before it was done.`;
    case 'failed': {
      const what =
        end.command === undefined
          ? capitalize(run)
          : `"${cutText(end.command, MAX_COMMAND_CHARS)}" of ${run}`;
      return end.exitCode === null
        ? `${what} was ended by a signal: its terminal shows the output.`
        : `${what} failed with code ${end.exitCode}: its terminal shows why.`;
    }
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
