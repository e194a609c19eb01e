import { SessionError } from '../base/errors';
import type { Task } from './task';

/** @throws {SessionError} `BAD_REQUEST` if a worktree is requested of a task without one. */
export function requireRequestedWorktree(task: Task, isRequested: boolean | undefined): void {
  if (isRequested && !task.worktree) {
    throw new SessionError(
      'BAD_REQUEST',
      `Task "${task.name}" works in ${task.cwd} and has no worktree: remove "worktree", or name a new task.`,
    );
  }
}
