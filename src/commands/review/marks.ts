import { SessionError } from '../../base/errors';
import type { CommandArguments } from '../commandArguments';
import type { CommandHandler, CommandServices } from '../commandServices';

export const markReviewed: CommandHandler<'markReviewed'> = (deps, args) => mark(deps, args, true);

export const unmarkReviewed: CommandHandler<'unmarkReviewed'> = (deps, args) =>
  mark(deps, args, false);

/** Marks the file of a row, or that of the active editor for the tasks that have changed it. */
async function mark(
  { reviewMarks, reviewThreads, worktreeStates }: CommandServices,
  { path, task }: CommandArguments['markReviewed'],
  isReviewed: boolean,
): Promise<void> {
  const found = task === undefined ? undefined : worktreeStates.changesOf(task);
  const named =
    task !== undefined && path !== undefined && found?.kind === 'read'
      ? [{ task, path, changes: found.changes }]
      : reviewThreads.activeFiles();
  if (named.length === 0) {
    throw new SessionError(
      'BAD_REQUEST',
      'There is no changed file to mark: select one in the Sessions view, or open its diff.',
    );
  }
  await Promise.all(
    named.map((file) => reviewMarks.set(file.task, file.changes, file.path, isReviewed)),
  );
}
