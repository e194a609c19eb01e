import type { WorktreeState } from '../../agents/worktrees/worktreeStates';
import { countOf } from '../../worktrees/formatNames';
import type { Worktree } from '../../worktrees/worktree';
import type { WorktreeStatus } from '../../worktrees/worktreeStatus';

export interface WorktreePresentation {
  /** The parts of the description and of the text for screen readers. */
  readonly words: readonly string[];
  /** One line each. */
  readonly tooltip: readonly string[];
  /** Whether the worktree must be repaired before an agent can work in it. */
  readonly isLost: boolean;
}

/** @param state The state of the worktree; undefined before its first check. */
export function presentWorktree(
  worktree: Worktree,
  state: WorktreeState | undefined,
): WorktreePresentation {
  const { branch, path } = worktree;
  switch (state?.kind) {
    case undefined:
      return { words: [branch], tooltip: [`Branch ${branch}`], isLost: false };
    case 'there':
      return presentStatus(worktree, state.status);
    case 'unreadable':
      return { words: [branch], tooltip: [`Branch ${branch}`, state.reason], isLost: false };
    case 'moved':
      return lost(branch, 'worktree was moved', `Its worktree was moved to ${state.path}.`);
    case 'missing':
      return lost(branch, 'worktree is missing', `Its worktree ${path} does not exist any more.`);
    case 'broken':
      return lost(branch, 'worktree is broken', `Git no longer lists its worktree ${path}.`);
  }
}

function lost(branch: string, words: string, sentence: string): WorktreePresentation {
  const tooltip = [`Branch ${branch}`, `${sentence} Repair Worktree... can correct this.`];
  // First, because the rest may be cut off.
  return { words: [words, branch], tooltip, isLost: true };
}

function presentStatus({ branch, baseBranch }: Worktree, status: WorktreeStatus) {
  const { ahead, behind, isMerged, upstream, unpushedCommits } = status;
  const current = status.branch ?? `no branch (${branch})`;
  const changed = status.changedFiles + status.untrackedFiles;
  const words = [
    current,
    ...(isMerged ? ['landed'] : count(ahead, 'ahead')),
    ...(isMerged ? [] : count(behind, 'behind')),
    ...count(changed, 'uncommitted'),
  ];
  const base = baseBranch?.replace(/^refs\/(heads|remotes)\//, '') ?? 'the commit it began at';
  const tooltip = [
    `Branch ${current}${upstream === undefined ? '' : `, which tracks ${upstream}`}`,
    isMerged ? `Landed in ${base}` : `${ahead} ahead of ${base}, ${behind} behind`,
    `${countOf(status.changedFiles, 'changed file')}, ${countOf(status.untrackedFiles, 'untracked file')}`,
    countOf(unpushedCommits, 'unpushed commit'),
  ];
  return { words, tooltip, isLost: false };
}

function count(number: number, what: string): readonly string[] {
  return number === 0 ? [] : [`${number} ${what}`];
}
