import type { TaskChanges } from '../../../agents/worktrees/worktreeStates';
import type { Task } from '../../../tasks/task';
import type { TaskOverlaps } from './overlaps';
import type { ChangedFile, Changes } from '../../../worktrees/changes/changes';

/** The most files of one task in the tree, which draws all of its rows. */
export const MAX_FILE_ROWS = 500;

interface TaskRef {
  readonly id: string;
  readonly folder: string;
  readonly task: string;
}

/** The identities of the rows for what a task has changed. */
export type ChangeNode =
  | (TaskRef & { readonly kind: 'changes' | 'moreFiles' })
  /** `path` as in {@link ChangedFile}. */
  | (TaskRef & { readonly kind: 'file'; readonly path: string });

export type ChangeContent =
  | {
      readonly kind: 'changes';
      readonly task: Task;
      readonly changes: Changes;
      /** Whether they are only those that are not committed. */
      readonly areUncommitted: boolean;
    }
  | {
      readonly kind: 'file';
      readonly file: ChangedFile;
      /** The other tasks that have changed the file. */
      readonly others: readonly Task[];
      readonly isReviewed: boolean;
    }
  /** The files that have no row, by their number. */
  | { readonly kind: 'moreFiles'; readonly count: number };

interface ChangeEntry {
  readonly node: ChangeNode;
  readonly content: ChangeContent;
  readonly parentId: string;
  readonly children: readonly ChangeEntry[];
}

interface ChangeSources {
  readonly changes: TaskChanges | undefined;
  readonly uncommitted: TaskChanges | undefined;
  readonly overlaps: TaskOverlaps | undefined;
  /** The paths of the files that are marked as reviewed. */
  readonly reviewed: ReadonlySet<string>;
}

interface KeptRows extends Pick<ChangeSources, 'overlaps' | 'reviewed'> {
  readonly rows: readonly ChangeEntry[];
}

/** The rows of files, kept as long as what they show is the same: the tree is built often. */
const FILE_ROWS = new WeakMap<Changes, KeptRows>();

/**
 * Returns the row of what a task has changed, or of what is not committed if that is shown, with its files
 * below it; none without changed files.
 */
export function buildChangeRows(
  task: Task,
  { changes: all, uncommitted, overlaps, reviewed }: ChangeSources,
  parentId: string,
): readonly ChangeEntry[] {
  const found = uncommitted ?? all;
  if (found?.kind !== 'read' || found.changes.total.files === 0) {
    return [];
  }
  const { changes } = found;
  const id = `changes:${task.id}`;
  const owner = { folder: task.folder, task: task.id };
  const known = FILE_ROWS.get(changes);
  const shown = { files: changes.files.slice(0, MAX_FILE_ROWS), overlaps, reviewed };
  const isSame = known !== undefined && known.overlaps === overlaps && known.reviewed === reviewed;
  const files = isSame ? known.rows : fileRows(owner, shown, id);
  FILE_ROWS.set(changes, { overlaps, reviewed, rows: files });
  const count = changes.total.files - files.length;
  const more: ChangeEntry = {
    node: { kind: 'moreFiles', id: `more:${task.id}`, ...owner },
    content: { kind: 'moreFiles', count },
    parentId: id,
    children: [],
  };
  return [
    {
      node: { kind: 'changes', id, ...owner },
      content: { kind: 'changes', task, changes, areUncommitted: uncommitted !== undefined },
      parentId,
      children: count > 0 ? [...files, more] : files,
    },
  ];
}

function fileRows(
  owner: Omit<TaskRef, 'id'>,
  {
    files,
    overlaps,
    reviewed,
  }: Pick<ChangeSources, 'overlaps' | 'reviewed'> & Pick<Changes, 'files'>,
  parentId: string,
): readonly ChangeEntry[] {
  const seen = new Map<string, number>();
  return files.map((file) => {
    const { path } = file;
    const earlier = seen.get(path) ?? 0;
    seen.set(path, earlier + 1);
    // Two names that are not valid UTF-8 can have the same text. No path contains a NUL.
    const suffix = earlier === 0 ? '' : `\0${earlier}`;
    const node = {
      kind: 'file',
      id: `file:${owner.task}:${path}${suffix}`,
      ...owner,
      path,
    } as const;
    const others = overlaps?.files.get(path) ?? [];
    const isReviewed = reviewed.has(path);
    return { node, content: { kind: 'file', file, others, isReviewed }, parentId, children: [] };
  });
}
