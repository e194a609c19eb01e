import type { CommandServices } from '../commandServices';

/** Re-reads the states of worktrees, because git sends no events, and redraws the tree. */
export function refresh({ redrawTree, worktreeStates }: CommandServices): Promise<void> {
  redrawTree();
  worktreeStates.refresh();
  return Promise.resolve();
}
