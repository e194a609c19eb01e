import { Deferred } from '../../base/deferred';
import { toError } from '../../base/errors';
import { formatPtyId, SHELL_PROVIDER_ID } from '../../pty/ptyId';
import type { SessionInfo, SessionService } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import type { TaskIds } from '../../tasks/taskIds';
import type { FolderRef } from '../folderRef';
import type { PreparedStart } from '../preparedStart';
import type { AgentSettings } from './agentSettings';
import { requireCwd } from './requirements';
import type { PreparedStarts } from './preparedStarts';
import type { ShellPlanner } from './shellPlanner';
import type { StartReservations } from './startReservations';

/** The result of a run of commands. */
export type CommandsEnd =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'failed';
      /** The command that failed; undefined if the shell ended before it reported one. */
      readonly command: string | undefined;
      /** Null if a signal ended the shell. */
      readonly exitCode: number | null;
    }
  /** Ended by the person, or never started. */
  | { readonly kind: 'cancelled' };

/** Commands that are planned and wait for their terminal to open. */
export interface PreparedCommands {
  readonly start: PreparedStart;
  /**
   * Resolves when the commands have ended, or are cancelled. Rejects with the error of the start if
   * that fails.
   */
  readonly finished: Promise<CommandsEnd>;
}

export interface CommandsRequest {
  readonly folder: FolderRef;
  readonly task: Task;
  /** The label of their session. */
  readonly label: string;
  readonly commands: readonly string[];
}

/**
 * Runs commands one after another, in a session with a terminal. They run in the directory of the task's worktree that
 * corresponds to its folder, also if the task works in one below; without a worktree, in the task's directory.
 */
export class CommandRuns {
  constructor(
    private readonly deps: {
      readonly sessions: Pick<SessionService, 'onDidChange' | 'requireRoom'>;
      readonly ids: TaskIds;
      readonly shellPlanner: ShellPlanner;
      readonly reservations: StartReservations;
      readonly preparedStarts: PreparedStarts;
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
    },
  ) {}

  /** @throws {SessionError} `UNTRUSTED`, `CWD_NOT_FOUND`, `MAX_SESSIONS`, `UNSUPPORTED_PLATFORM`. */
  async prepare(request: CommandsRequest): Promise<PreparedCommands> {
    const { folder, label, commands } = request;
    const { cwd, worktree } = request.task;
    const task = { ...request.task, cwd: worktree?.cwd ?? cwd };
    const { ids, preparedStarts, reservations, sessions, settingsOf, shellPlanner } = this.deps;
    await requireCwd(task.cwd);
    const settings = settingsOf(folder.uri);
    sessions.requireRoom(settings.persistence);
    const suffix = ids.conversation();
    const ptyId = formatPtyId({ providerId: SHELL_PROVIDER_ID, kind: 'chat', suffix });
    const context = { ptyId, label, task, folder, settings, options: {} };
    const start = await reservations.reserve(context, async () => {
      const spec = await shellPlanner.planCommands(context, commands);
      return preparedStarts.create(context, { spec, options: {} });
    });
    return this.follow(start, commands);
  }

  private follow(start: PreparedStart, commands: readonly string[]): PreparedCommands {
    const finished = new Deferred<CommandsEnd>();
    const listener = this.deps.sessions.onDidChange(({ type, session }) => {
      if (session.id === start.sessionId && (type === 'exit' || type === 'removed')) {
        listener.dispose();
        finished.resolve(type === 'exit' ? describeEnd(session, commands) : CANCELLED);
      }
    });
    const handleNoStart = (error?: unknown): void => {
      listener.dispose();
      if (error === undefined) {
        finished.resolve(CANCELLED);
      } else {
        finished.reject(toError(error));
      }
    };
    // A caller may ignore `finished`; its rejection is then not an unhandled one.
    finished.promise.catch(() => {});
    return { finished: finished.promise, start: watchStart(start, handleNoStart) };
  }
}

const CANCELLED = { kind: 'cancelled' } as const satisfies CommandsEnd;

/** The same start; `handleNoStart` is called if it is discarded, or with the error if it fails. */
function watchStart(start: PreparedStart, handleNoStart: (error?: unknown) => void): PreparedStart {
  return {
    ...start,
    launch: (dimensions) => {
      const launched = start.launch(dimensions);
      launched.catch(handleNoStart);
      return launched;
    },
    discard: () => {
      start.discard();
      handleNoStart();
    },
  };
}

function describeEnd(
  { exitCode, agentExitCode }: SessionInfo,
  commands: readonly string[],
): CommandsEnd {
  if (exitCode === 0) {
    return { kind: 'done' };
  }
  const command = agentExitCode === null ? undefined : commands[agentExitCode];
  return { kind: 'failed', command, exitCode };
}
