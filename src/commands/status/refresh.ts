import type { CommandServices } from '../commandServices';

export type RefreshDeps = Pick<CommandServices, 'redrawTree' | 'worktreeStates'>;

/** Re-reads the states of worktrees, because git sends no events, and redraws the tree. */
export function refresh({ redrawTree, worktreeStates }: RefreshDeps): Promise<void> {
  redrawTree();
  worktreeStates.refresh();
  return Promise.resolve();
}
