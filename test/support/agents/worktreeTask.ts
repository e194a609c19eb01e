import type { Task } from '../../../src/tasks/task';
import type { WorktreeLosses } from '../../../src/worktrees/inspectWorktree';
import type { WorktreeStatus } from '../../../src/worktrees/worktreeStatus';
import { taskIn } from '../views/treeSources';

/** A task in the folder `app` with a worktree, whose conversations have the given PTY ids. */
export function worktreeTask(id: string, ptyIds: readonly string[] = []): Task {
  const path = `/home/ada/app.worktrees/${id}`;
  const worktree = {
    path,
    cwd: path,
    repository: '/home/ada/app',
    branch: `agent/${id}`,
    base: '0123456789012345678901234567890123456789',
    baseBranch: 'refs/heads/main',
  };
  return { ...taskIn('app', id, ptyIds), cwd: path, worktree };
}

/** The state of a worktree, with defaults for what the test does not set. */
export function statusOf(overrides: Partial<WorktreeStatus> = {}): WorktreeStatus {
  return {
    branch: 'agent/t1',
    upstream: undefined,
    ahead: 0,
    behind: 0,
    changedFiles: 0,
    untrackedFiles: 0,
    unpushedCommits: 0,
    isMerged: false,
    ...overrides,
  };
}

/** What would be lost with a worktree: only the given names. */
export function lossesOf(
  names: Readonly<Partial<Record<keyof WorktreeLosses, readonly string[]>>> = {},
): WorktreeLosses {
  const named = (key: keyof WorktreeLosses) => {
    const found = names[key] ?? [];
    return { count: found.length, names: found };
  };
  return {
    uncommitted: named('uncommitted'),
    untracked: named('untracked'),
    unpushed: named('unpushed'),
    detached: named('detached'),
    submodules: named('submodules'),
  };
}
