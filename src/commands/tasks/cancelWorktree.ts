import type { CancelWorktreeArguments } from '../../config/contributions';
import type { CommandServices } from '../commandServices';

/** Cancels the creation of a worktree: that of the row, the only one, or the one that the person chooses. */
export async function cancelWorktree(
  { choices, messages, worktrees }: CommandServices,
  { creation }: CancelWorktreeArguments,
): Promise<void> {
  const { creations } = worktrees;
  const [first, ...others] = creations.list();
  if (creation !== undefined) {
    creations.cancel(creation);
  } else if (!first) {
    messages.showInfo('No worktree is being created.');
  } else {
    const options = [first, ...others].map(({ id, name, step }) => {
      return { label: name, description: step, value: id };
    });
    const chosen =
      others.length === 0
        ? first.id
        : await choices.choose('Which worktree should not be created?', options);
    creations.cancel(chosen ?? '');
  }
}
