import type { CommandRuns, CommandsEnd, CommandsRequest } from '../../agents/start/commandRuns';
import type { Settings } from '../../config/settings';
import type { SessionLookup } from '../../pty/sessionBackend';
import { cutText } from '../../views/dialogs/shownText';
import type { SessionTerminals } from '../../views/terminals/sessionTerminals';
import { subjectOfStart } from '../../views/terminals/terminalSubject';

interface TerminalRunsDeps {
  readonly commandRuns: Pick<CommandRuns, 'prepare'>;
  readonly sessions: SessionLookup<'kill'>;
  readonly terminals: Pick<SessionTerminals, 'close' | 'open'>;
  readonly settings: (folderUri: string) => Pick<Settings, 'location'>;
}

interface RunOptions {
  /** Whether the terminal takes the focus, because the commands may ask. Default: `leave`. */
  readonly focus?: 'leave' | 'take';
  /** Called with the session's id before its terminal opens. */
  readonly onPrepared?: (sessionId: string) => void;
}

/** Runs commands of a task in a terminal, which closes if they succeed. */
export class TerminalRuns {
  constructor(private readonly deps: TerminalRunsDeps) {}

  /** Resolves when the commands have ended. Rejects if they cannot be started. */
  async run(
    request: CommandsRequest,
    { focus = 'leave', onPrepared }: RunOptions = {},
  ): Promise<CommandsEnd> {
    const { commandRuns, terminals, sessions, settings } = this.deps;
    const { start, finished } = await commandRuns.prepare(request);
    onPrepared?.(start.sessionId);
    const { location } = settings(request.folder.uri);
    terminals.open(subjectOfStart(start), { location, focus });
    const end = await finished;
    if (end.kind === 'done') {
      terminals.close(start.sessionId);
      await sessions.find(start.sessionId)?.kill();
    }
    return end;
  }
}

/** A message shows at most this many characters of a command. */
const MAX_COMMAND_CHARS = 80;

/**
 * A sentence about the command that failed and its exit code; undefined after success.
 * @param what the commands, such as `the setup of task "Fix"`.
 */
export function describeCommandsEnd(end: CommandsEnd, what: string): string | undefined {
  switch (end.kind) {
    case 'done':
      return undefined;
    case 'cancelled':
      return `${capitalize(what)} was ended before it was done.`;
    case 'failed': {
      const subject =
        end.command === undefined
          ? capitalize(what)
          : `"${cutText(end.command, MAX_COMMAND_CHARS)}" of ${what}`;
      return end.exitCode === null
        ? `${subject} was ended by a signal: its terminal shows the output.`
        : `${subject} failed with code ${end.exitCode}: its terminal shows why.`;
    }
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
