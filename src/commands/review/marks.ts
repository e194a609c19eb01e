import { SessionError } from '../../base/errors';
import type { ReviewedFile } from '../../views/review/reviewedEditor';
import type { CommandArguments } from '../commandArguments';
import type { CommandHandler, CommandServices } from '../commandServices';

/** Marks the file of a row, or that of the active editor for the tasks that have changed it. */
export const markReviewed: CommandHandler<'markReviewed'> = async (deps, args) => {
  const files = findFiles(deps, args);
  const areMarked = files.every(({ path, task }) => deps.facts.reviewOf(task).reviewed.has(path));
  await mark(deps, files, !(args.toggle === true && areMarked));
};

export const unmarkReviewed: CommandHandler<'unmarkReviewed'> = (deps, args) =>
  mark(deps, findFiles(deps, args), false);

interface MarkedFile extends Omit<ReviewedFile, 'task'> {
  readonly task: string;
}

/** @throws {SessionError} `BAD_REQUEST` without a changed file. */
function findFiles(
  { reviewedEditor, worktreeStates }: CommandServices,
  { path, task }: CommandArguments['unmarkReviewed'],
): readonly MarkedFile[] {
  const found = task === undefined ? undefined : worktreeStates.changesOf(task);
  const named =
    task !== undefined && path !== undefined && found?.kind === 'read'
      ? [{ task, path, changes: found.changes }]
      : reviewedEditor().map((file) => ({ ...file, task: file.task.id }));
  if (named.length === 0) {
    throw new SessionError(
      'BAD_REQUEST',
      'There is no changed file to mark: select one in the Sessions view, or open its diff.',
    );
  }
  return named;
}

async function mark(
  { reviewMarks }: CommandServices,
  files: readonly MarkedFile[],
  isReviewed: boolean,
): Promise<void> {
  await Promise.all(
    files.map(({ changes, path, task }) => reviewMarks.set(task, changes, path, isReviewed)),
  );
}
