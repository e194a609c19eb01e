import { SessionError } from '../base/errors';
import { isRunning } from '../pty/liveAgent';
import type { SessionInfo, SessionService } from '../pty/sessionService';
import type { Task } from '../tasks/task';
import type { AgentLauncher } from './agentLauncher';
import type { PreparedStart } from './preparedStart';
import type { ForkOptions } from './startRequests';

interface ForkRequest {
  readonly sessionId: string;
  readonly options: ForkOptions;
}

/** The sessions of a task that run in this window, in the order of the task's conversations. */
export function listRunning(
  { conversations }: Task,
  sessions: SessionService,
): readonly SessionInfo[] {
  return conversations.flatMap(({ ptyId }) => sessions.get(ptyId) ?? []).filter(isRunning);
}

/** @throws {SessionError} `ILLEGAL_STATE` if no session of a task that is to be forked runs. */
export function requireForkable(task: Task, running: readonly unknown[]): void {
  if (running.length === 0) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `No session of task "${task.name}" is running, and only running sessions can be forked: start or resume one.`,
    );
  }
}

/**
 * Two tasks in one worktree would lose it together.
 * @throws {SessionError} `BAD_REQUEST` if the fork of a task with a worktree is to have none.
 */
export function requireOwnWorktree({ name, worktree }: Task, requested: boolean): void {
  if (worktree && !requested) {
    throw new SessionError(
      'BAD_REQUEST',
      `Task "${name}" works in a worktree of its own, so its fork needs one too: set "worktree".`,
    );
  }
}

export function requireRoomForForks(
  sessions: SessionService,
  originals: readonly SessionInfo[],
  count: number,
): void {
  for (const persistence of new Set(originals.map((session) => session.persistence))) {
    const held = originals.filter((session) => session.persistence === persistence);
    sessions.requireRoom(persistence, held.length * count);
  }
}

/** Plans forks of several sessions: all of them, or none. */
export async function prepareForks(
  launcher: Pick<AgentLauncher, 'prepareFork'>,
  requests: readonly ForkRequest[],
): Promise<readonly PreparedStart[]> {
  const prepared: PreparedStart[] = [];
  try {
    for (const { sessionId, options } of requests) {
      prepared.push(await launcher.prepareFork(sessionId, options));
    }
    return prepared;
  } catch (error) {
    prepared.forEach((start) => start.discard());
    throw error;
  }
}
