import type { Task } from '../../tasks/task';
import { describeLosses, type WorktreeLosses } from '../../worktrees/inspectWorktree';

/** What is known of a task when its end is asked about. */
export interface RemovalFacts {
  readonly task: Task;
  /** The labels of the sessions that run in it. */
  readonly running: readonly string[];
  /** What would be lost; none where it has no worktree, or nobody can look at it. */
  readonly losses: WorktreeLosses | undefined;
}

export const DELETIONS = {
  /** For a task without a worktree: nothing on disk changes. */
  forget: 'Delete Task',
  withBranch: 'Delete Task and Branch',
  keepBranch: 'Delete Task, Keep Branch',
} as const;

export type Deletion = keyof typeof DELETIONS;

/** A question to the person, with the ways to go on, the safest first. */
export interface RemovalQuestion {
  readonly message: string;
  readonly detail: string;
  readonly ways: readonly [Deletion, ...Deletion[]];
}

/** Names what ends and what would be lost by deleting the task, or says that nothing is. */
export function planDeletionQuestion({ task, running, losses }: RemovalFacts): RemovalQuestion {
  const message = `Delete task "${task.name}"?`;
  const ends = describeRunning(running);
  if (!task.worktree || !losses) {
    const detail = [...ends, task.worktree ? UNREACHABLE : FORGOTTEN].join('\n\n');
    return { message, detail, ways: ['forget'] };
  }
  const { branch, path } = task.worktree;
  const gone = describeLosses(losses, { withBranch: false });
  const commits = describeLosses({ ...NOTHING, unpushed: losses.unpushed }, { withBranch: true });
  const goes = [
    ...(gone === '' ? [] : [`With the worktree ${path} you lose ${gone}.`]),
    ...(commits === '' ? [] : [`With the branch ${branch} you lose ${commits}.`]),
  ];
  const detail = [
    ...ends,
    ...(goes.length > 0
      ? goes
      : [`Nothing is lost: all that is in ${path} is committed and pushed or merged.`]),
  ].join('\n\n');
  return {
    message,
    detail,
    ways: commits === '' ? ['withBranch', 'keepBranch'] : ['keepBranch', 'withBranch'],
  };
}

/** Names what ends with a task that is put aside. */
export function planArchiveQuestion({ task, running }: Omit<RemovalFacts, 'losses'>): {
  readonly message: string;
  readonly detail: string;
} {
  const kept = task.worktree
    ? `Its worktree is removed and its branch ${task.worktree.branch} kept, for Unarchive Task...`
    : 'Unarchive Task... brings it back.';
  return {
    message: `Archive task "${task.name}"?`,
    detail: [...describeRunning(running), kept].join('\n\n'),
  };
}

const FORGOTTEN =
  'Only the task is removed from the list. Its files and the conversations that agents have stored stay as they are.';
const UNREACHABLE =
  'Its repository cannot be read, so only the task is removed from the list. Its worktree and its branch stay as they are.';

const NONE = { count: 0, names: [] } as const;
const NOTHING: WorktreeLosses = {
  uncommitted: NONE,
  untracked: NONE,
  unpushed: NONE,
  detached: NONE,
  submodules: NONE,
};

function describeRunning(labels: readonly string[]): readonly string[] {
  if (labels.length === 0) {
    return [];
  }
  const names =
    labels.length === 1
      ? labels.join()
      : `${labels.slice(0, -1).join(', ')} and ${labels.at(-1) ?? ''}`;
  return [
    `${names} ${labels.length === 1 ? 'runs' : 'run'} in it and ${labels.length === 1 ? 'ends' : 'end'}.`,
  ];
}
