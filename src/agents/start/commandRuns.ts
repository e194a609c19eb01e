import { Deferred } from '../../base/deferred';
import { toError } from '../../base/errors';
import type { SessionInfo } from '../../pty/sessionService';
import type { Task } from '../../tasks/task';
import type { FolderRef } from '../folderRef';
import type { PreparedStart } from '../preparedStart';
import { prepareProgram, type ProgramStartDeps } from './programStarts';

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
  readonly label: string;
  readonly commands: readonly string[];
}

/**
 * Runs commands one after another, in a session with a terminal. They run in the directory of the task's worktree that
 * corresponds to its folder, also if the task works in one below; without a worktree, in the task's directory.
 */
export class CommandRuns {
  constructor(private readonly deps: ProgramStartDeps) {}

  /** @throws {SessionError} `UNTRUSTED`, `CWD_NOT_FOUND`, `MAX_SESSIONS`, `UNSUPPORTED_PLATFORM`. */
  async prepare({
    folder,
    label,
    commands,
    ...request
  }: CommandsRequest): Promise<PreparedCommands> {
    const { cwd, worktree } = request.task;
    const task = { ...request.task, cwd: worktree?.cwd ?? cwd };
    const start = await prepareProgram(this.deps, { folder, label, task, options: {} }, (context) =>
      this.deps.shellPlanner.planCommands(context, commands),
    );
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
