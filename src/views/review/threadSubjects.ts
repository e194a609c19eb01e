import { relative, sep } from 'node:path';
import type { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import { isInside } from '../../base/isInside';
import type { ReviewSide } from '../../review/taskReview';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import type { Changes } from '../../worktrees/changes/changes';
import type { PhysicalFolders } from './physicalFolders';
import { parseReviewQuery } from './reviewDocument';

/** A file that a task has changed, on one side of its diff. */
export interface ThreadSubject {
  readonly task: Task;
  readonly changes: Changes;
  /** Below the root. */
  readonly path: string;
  readonly side: ReviewSide;
}

export interface ThreadSubjectsDeps {
  readonly folders: Pick<PhysicalFolders, 'pathOf' | 'resolve'>;
  readonly tasks: Pick<TaskStore, 'find' | 'list'>;
  readonly worktreeStates: Pick<WorktreeStates, 'changesOf'>;
}

/**
 * The tasks, newest first, that have changed the file of an editor, so that it takes comments. A file
 * may be opened through a symbolic link. The left side of a diff is one only while the changes of its
 * task begin at its commit: an earlier diff, or one of what is not committed, has other lines.
 */
export function findSubjects(
  { folders, tasks, worktreeStates }: ThreadSubjectsDeps,
  document:
    | { readonly kind: 'file'; readonly path: string }
    | { readonly kind: 'original'; readonly query: string },
): readonly ThreadSubject[] {
  const changesOf = (task: Task): Changes | undefined => {
    const found = worktreeStates.changesOf(task.id);
    return found?.kind === 'read' ? found.changes : undefined;
  };
  if (document.kind === 'original') {
    const shown = parseReviewQuery(document.query);
    if (shown?.kind !== 'original') {
      return [];
    }
    const task = tasks.find(shown.task);
    const changes = task && changesOf(task);
    return task && changes?.since === shown.commit
      ? [{ task, changes, path: shown.path, side: 'original' }]
      : [];
  }
  const places = (root: string) => [
    { file: document.path, root },
    { file: folders.pathOf(document.path), root: folders.resolve(root) },
  ];
  return tasks
    .list()
    .toReversed()
    .flatMap((task): readonly ThreadSubject[] => {
      const changes = changesOf(task);
      const path = changes && findPath(changes, places(changes.root));
      return changes && path !== undefined ? [{ task, changes, path, side: 'current' }] : [];
    });
}

/** Returns the path of the changed file at one of several places. */
function findPath(
  { files }: Changes,
  places: readonly { readonly file: string; readonly root: string }[],
): string | undefined {
  return places
    .filter(({ file, root }) => isInside(file, root))
    .map(({ file, root }) => relative(root, file).replaceAll(sep, '/'))
    .find((path) => files.some((file) => file.path === path && file.mode === 'file'));
}
