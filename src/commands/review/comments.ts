import type * as vscode from 'vscode';
import type { CommandArguments } from '../commandArguments';
import type { ChangedFile } from '../../worktrees/changes/changes';
import type { CommandServices } from '../commandServices';
import { requireChanges } from './reviewTask';

/** Stores what is in the reply box of a line as a draft. The text is not lost if it cannot be stored. */
export async function addComment(
  deps: CommandServices,
  { text, thread }: CommandArguments['addComment'],
): Promise<void> {
  const reply = { text, thread: thread as vscode.CommentThread };
  await keepText(deps, text, () => deps.reviewThreads.add(reply));
}

export function editComment(
  { reviewThreads }: CommandServices,
  { comment, task }: CommandArguments['editComment'],
): Promise<void> {
  reviewThreads.edit(task, comment);
  return Promise.resolve();
}

/** Stores the text of an edited draft. It is not lost if it cannot be stored. */
export async function saveComment(
  deps: CommandServices,
  { comment, task }: CommandArguments['saveComment'],
): Promise<void> {
  const text = deps.reviewThreads.textOf(comment) ?? '';
  await keepText(deps, text, () => deps.reviewThreads.save(task, comment));
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

/** Opens a text that could not be stored in a document: VS Code has closed its box. */
async function keepText(
  { windowActions }: CommandServices,
  text: string,
  store: () => Promise<void>,
): Promise<void> {
  try {
    await store();
  } catch (error) {
    if (text.trim() !== '') {
      await windowActions.openMarkdown(text);
    }
    throw error;
  }
}
