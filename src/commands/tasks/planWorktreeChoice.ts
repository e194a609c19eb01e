import type { Settings } from '../../config/settings';

export interface WorktreeWish {
  /** What the arguments ask for. */
  readonly wanted: boolean | undefined;
  readonly mode: Settings['worktree.mode'];
  /** Why there can be none, in a sentence. */
  readonly obstacle: string | undefined;
}

/** What becomes of the question whether a new task gets a worktree. */
export type WorktreeChoice = 'with' | 'without' | 'ask' | 'withoutForObstacle';

/**
 * Who asks for one by an argument gets it or learns why not, when it is made; the setting only
 * has a say where there can be one.
 */
export function planWorktreeChoice({ wanted, mode, obstacle }: WorktreeWish): WorktreeChoice {
  if (wanted !== undefined) {
    return wanted ? 'with' : 'without';
  }
  if (mode === 'never') {
    return 'without';
  }
  if (obstacle !== undefined) {
    return 'withoutForObstacle';
  }
  return mode === 'always' ? 'with' : 'ask';
}
