import { relative, sep } from 'node:path';
import type { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import { isInside } from '../../base/isInside';
import type { ReviewSide } from '../../review/taskReview';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import type { Changes } from '../../worktrees/changes/changes';
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
  readonly tasks: Pick<TaskStore, 'find' | 'list'>;
  readonly worktreeStates: Pick<WorktreeStates, 'changesOf'>;
}

/** The tasks, newest first, that have changed the file of an editor, so that it takes comments. */
export function findSubjects(
  { tasks, worktreeStates }: ThreadSubjectsDeps,
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
    return changes ? [{ task, changes, path: shown.path, side: 'original' }] : [];
  }
  return tasks
    .list()
    .toReversed()
    .flatMap((task): readonly ThreadSubject[] => {
      const changes = changesOf(task);
      if (!changes || !isInside(document.path, changes.root)) {
        return [];
      }
      const path = relative(changes.root, document.path).replaceAll(sep, '/');
      return changes.files.some((file) => file.path === path && file.mode === 'file')
        ? [{ task, changes, path, side: 'current' }]
        : [];
    });
}
