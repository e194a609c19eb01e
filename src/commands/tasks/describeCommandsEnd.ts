import type { CommandsEnd } from '../../agents/start/commandRuns';
import { cutText } from '../../views/dialogs/cutText';

/** A command is said in a message as far as that goes. */
const MAX_COMMAND_CHARS = 80;

/** What the commands were for. */
export type CommandsPurpose = 'setup' | 'teardown';

/** Which command failed and with what, in a sentence; undefined where all went well. */
export function describeCommandsEnd(
  end: CommandsEnd,
  purpose: CommandsPurpose,
  taskName: string,
): string | undefined {
  const whose = `the ${purpose} of task "${taskName}"`;
  switch (end.kind) {
    case 'done':
      return undefined;
    case 'cancelled':
      return `${capitalize(whose)} was ended before it was done.`;
    case 'failed': {
      const what =
        end.command === undefined
          ? capitalize(whose)
          : `"${cutText(end.command, MAX_COMMAND_CHARS)}" of ${whose}`;
      return end.exitCode === null
        ? `${what} was ended by a signal: its terminal shows the output.`
        : `${what} failed with code ${end.exitCode}: its terminal shows why.`;
    }
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
