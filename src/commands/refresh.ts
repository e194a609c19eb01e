import type { CommandDeps } from './commandDeps';

/** Looks again at what nobody tells of: how the tasks' worktrees stand. */
export function refresh({ worktreeStates }: CommandDeps): Promise<void> {
  worktreeStates.refresh();
  return Promise.resolve();
}
