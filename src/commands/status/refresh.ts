import type { CommandDeps } from '../commandDeps';

/** Looks again at what nobody tells of, how the tasks' worktrees stand, and draws every row anew. */
export function refresh({ redrawTree, worktreeStates }: CommandDeps): Promise<void> {
  redrawTree();
  worktreeStates.refresh();
  return Promise.resolve();
}
