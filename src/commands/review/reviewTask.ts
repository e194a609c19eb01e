import type { TaskChanges } from '../../agents/worktrees/worktreeStates';
import { SessionError } from '../../base/errors';
import type { Task } from '../../tasks/task';
import { findTaskOfSession } from '../../tasks/taskOfSession';
import { requireTrust } from '../../pty/trustGuard';
import type { Changes } from '../../worktrees/changes/changes';
import type { CommandArguments } from '../commandArguments';
import type { CommandServices } from '../commandServices';
import { chooseKnownTask } from '../tasks/chooseKnownTask';
import { isArchived } from '../tasks/taskArguments';

/**
 * Opens what a task has changed in one editor: that of the named task or session, or of the one that
 * the person chooses among those that have changed files.
 */
export async function reviewTask(
  deps: CommandServices,
  args: CommandArguments['reviewTask'],
): Promise<{ readonly task: string; readonly files: number } | undefined> {
  requireTrust(deps.workspace().isTrusted);
  const named = args.task ?? findTaskId(deps, args);
  const task = await chooseKnownTask(deps, {
    folder: args.folder,
    task: named,
    question: 'Which task do you want to review?',
    isEligible: (one) => !isArchived(one) && (named !== undefined || hasChanged(deps, one)),
    noneMessage: 'No task has changed files.',
  });
  if (!task) {
    return undefined;
  }
  const changes = requireShown(deps, task);
  const { files } = changes.total;
  if (files === 0) {
    deps.messages.showInfo(describeNone(deps, task));
  } else {
    await deps.review.openAll({ task, changes });
  }
  return { task: task.id, files };
}

/** Opens the diff of one file. */
export async function openChangedFile(
  deps: CommandServices,
  { task: id, path }: { readonly task: string; readonly path: string },
): Promise<void> {
  const task = deps.tasks.find(id);
  if (task) {
    await deps.review.openFile({ task, changes: requireShown(deps, task) }, path);
  }
}

function findTaskId(
  { tasks, terminals }: CommandServices,
  { session, active }: CommandArguments['reviewTask'],
): string | undefined {
  const id = session ?? (active ? terminals.activeSessionId : undefined);
  return id === undefined ? undefined : findTaskOfSession(tasks.list(), id)?.id;
}

function describeNone({ worktreeStates }: CommandServices, { id, name }: Task): string {
  return worktreeStates.uncommittedOf(id)
    ? `Task "${name}" has no uncommitted changes: choose Show All Changes to review the others.`
    : `Task "${name}" has changed no files.`;
}

/** The changes whose files have rows: all of the task, or those that are not committed. */
function findShown({ worktreeStates }: CommandServices, { id }: Task): TaskChanges | undefined {
  return worktreeStates.uncommittedOf(id) ?? worktreeStates.changesOf(id);
}

function hasChanged(deps: CommandServices, task: Task): boolean {
  const found = findShown(deps, task);
  return found?.kind === 'read' && found.changes.total.files > 0;
}

function requireShown(deps: CommandServices, task: Task): Changes {
  return requireRead(deps, task, findShown(deps, task));
}

/**
 * All changes of a task, on whose lines its comments are.
 * @throws {SessionError} `ILLEGAL_STATE` if they are not read.
 */
export function requireChanges(deps: CommandServices, task: Task): Changes {
  return requireRead(deps, task, deps.worktreeStates.changesOf(task.id));
}

function requireRead(deps: CommandServices, task: Task, found: TaskChanges | undefined): Changes {
  if (found?.kind === 'read') {
    return found.changes;
  }
  deps.worktreeStates.refresh(task.id);
  const unread = task.worktree
    ? `What task "${task.name}" has changed is not read yet: try again in a moment.`
    : `Task "${task.name}" has no worktree, so what it has changed cannot be told from other changes of its folder.`;
  throw new SessionError(
    'ILLEGAL_STATE',
    found ? `What task "${task.name}" has changed cannot be read: ${found.reason}` : unread,
  );
}
