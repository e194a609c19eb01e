import type * as vscode from 'vscode';
import type { CommandArguments } from '../commandArguments';
import type { ChangedFile } from '../../worktrees/changes/changes';
import type { CommandServices } from '../commandServices';
import { requireChanges } from './reviewTask';

/** Stores what is in the reply box of a line as a draft. The text is not lost if it cannot be stored. */
export async function addComment(
  { openMarkdown, reviewThreads }: CommandServices,
  { text, thread }: CommandArguments['addComment'],
): Promise<void> {
  try {
    await reviewThreads.add({ text, thread: thread as vscode.CommentThread });
  } catch (error) {
    // VS Code has emptied the box.
    await openMarkdown(text);
    throw error;
  }
}

export function editComment(
  { reviewThreads }: CommandServices,
  { comment, task }: CommandArguments['editComment'],
): Promise<void> {
  reviewThreads.edit(task, comment);
  return Promise.resolve();
}

export function saveComment(
  { reviewThreads }: CommandServices,
  { comment, task }: CommandArguments['saveComment'],
): Promise<void> {
  return reviewThreads.save(task, comment);
}

export function cancelComment(
  { reviewThreads }: CommandServices,
  { comment }: CommandArguments['cancelComment'],
): Promise<void> {
  reviewThreads.cancel(comment);
  return Promise.resolve();
}

export async function deleteComment(
  { questions, reviews }: CommandServices,
  { comment, task }: CommandArguments['deleteComment'],
): Promise<void> {
  const known = reviews.get(task).comments.find(({ id }) => id === comment);
  const question = {
    message: 'Delete the comment?',
    detail: known?.text,
    answers: ['Delete'],
  } as const;
  if (known && (await questions.ask(question)) === 'Delete') {
    await reviews.removeComment(task, comment);
  }
}

/** Opens the diff at the lines of a draft, or says that its file is no longer changed. */
export async function openComment(
  deps: CommandServices,
  { comment: id, task: taskId }: CommandArguments['editComment'],
): Promise<void> {
  const comment = deps.reviews.get(taskId).comments.find((one) => one.id === id);
  const task = deps.tasks.find(taskId);
  if (!comment || !task) {
    return;
  }
  const changes = requireChanges(deps, task);
  const { line, path, side } = comment;
  const isShown = ({ path: now, previousPath }: ChangedFile): boolean =>
    now === path || previousPath === path;
  const file = changes.files.find(isShown)?.path ?? path;
  const at = side === 'current' ? (deps.reviewThreads.lineOf(id) ?? line) : undefined;
  await deps.review.openFile({ task, changes }, file, { line: at });
}
