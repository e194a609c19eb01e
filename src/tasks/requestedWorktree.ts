import { SessionError } from '../base/errors';
import type { Task } from './task';

interface WorktreeOptions {
  readonly worktree?: boolean | undefined;
  readonly base?: string | undefined;
}

/**
 * @throws {SessionError} `BAD_REQUEST` if a worktree is requested of an existing task without one, or
 * a base of an existing task.
 */
export function requireRequestedWorktree(task: Task, { worktree, base }: WorktreeOptions): void {
  if (base !== undefined) {
    throw new SessionError(
      'BAD_REQUEST',
      `Task "${task.name}" exists already, and a base is for the worktree of a new task: remove "base", or name a new task.`,
    );
  }
  if (worktree && !task.worktree) {
    throw new SessionError(
      'BAD_REQUEST',
      `Task "${task.name}" works in ${task.cwd} and has no worktree: remove "worktree", or name a new task.`,
    );
  }
}

/**
 * Whether a new task gets a worktree; undefined if the options leave that open. A base requests one.
 * @throws {SessionError} `BAD_REQUEST` for a base without a worktree.
 */
export function requestedWorktree({ worktree, base }: WorktreeOptions): boolean | undefined {
  if (base !== undefined && worktree === false) {
    throw new SessionError(
      'BAD_REQUEST',
      'A base is for the worktree of a new task, and none is requested: remove "base" or "worktree".',
    );
  }
  return worktree ?? (base === undefined ? undefined : true);
}
