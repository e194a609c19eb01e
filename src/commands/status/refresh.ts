import type { CommandServices } from '../commandServices';

export type RefreshDeps = Pick<CommandServices, 'redrawTree' | 'worktreeStates'>;

/** Looks again at what nobody tells of, how the tasks' worktrees stand, and draws every row anew. */
export function refresh({ redrawTree, worktreeStates }: RefreshDeps): Promise<void> {
  redrawTree();
  worktreeStates.refresh();
  return Promise.resolve();
}
