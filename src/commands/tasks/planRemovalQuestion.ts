import type { Task } from '../../tasks/task';
import { describeLosses, type WorktreeLosses } from '../../worktrees/inspectWorktree';

export interface RemovalFacts {
  readonly task: Task;
  /** The labels of the sessions that run in it. */
  readonly running: readonly string[];
  /** What would be lost; undefined if the task has no worktree, or it cannot be read. */
  readonly losses: WorktreeLosses | undefined;
}

export const DELETIONS = {
  /** For a task without a worktree: nothing on disk changes. */
  forget: 'Delete Task',
  withBranch: 'Delete Task and Branch',
  keepBranch: 'Delete Task, Keep Branch',
} as const;

export type Deletion = keyof typeof DELETIONS;

/** A question to the person, with the possible deletions, the safest first. */
interface RemovalQuestion {
  readonly message: string;
  readonly detail: string;
  readonly deletions: readonly [Deletion, ...Deletion[]];
}

/** Lists the sessions that would end and what would be lost, or states that nothing would be. */
export function planDeletionQuestion({ task, running, losses }: RemovalFacts): RemovalQuestion {
  const message = `Delete task "${task.name}"?`;
  const ends = describeRunning(running);
  if (!task.worktree || !losses) {
    const detail = [...ends, task.worktree ? UNREACHABLE : FORGOTTEN].join('\n\n');
    return { message, detail, deletions: ['forget'] };
  }
  const { branch, path } = task.worktree;
  const fromWorktree = describeLosses(losses, { withBranch: false });
  const fromBranch = describeLosses(
    { ...NOTHING, unpushed: losses.unpushed },
    { withBranch: true },
  );
  const lost = [
    ...(fromWorktree === '' ? [] : [`With the worktree ${path} you lose ${fromWorktree}.`]),
    ...(fromBranch === '' ? [] : [`With the branch ${branch} you lose ${fromBranch}.`]),
  ];
  const detail = [
    ...ends,
    ...(lost.length > 0
      ? lost
      : [`Nothing is lost: all that is in ${path} is committed and pushed or merged.`]),
  ].join('\n\n');
  return {
    message,
    detail,
    deletions: fromBranch === '' ? ['withBranch', 'keepBranch'] : ['keepBranch', 'withBranch'],
  };
}

/** Lists the sessions that end when the task is archived. */
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
