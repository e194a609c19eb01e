import type { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import { systemClock } from '../../base/clock';
import type { DisposableStore } from '../../base/lifecycle';
import type { Messages } from '../dialogs/messages';
import { quickChoices } from '../dialogs/quickPickers';
import type { ViewsDeps } from '../viewsDeps';
import { PhysicalFolders } from './physicalFolders';
import { readReviewedEditor } from './reviewedEditor';
import { ReviewEditors } from './reviewEditors';
import { ReviewThreads } from './reviewThreads';

/** Creates the diffs of what tasks have changed, and the comments on their lines; `store` owns them. */
export function createReviewViews(
  { core, log }: ViewsDeps,
  {
    messages: { showError },
    worktreeStates,
  }: { readonly messages: Messages; readonly worktreeStates: WorktreeStates },
  store: DisposableStore,
) {
  const { status, tasks, worktrees } = core;
  const { marks, reviews } = core.review;
  const folders = new PhysicalFolders();
  const review = store.add(
    new ReviewEditors({ marks, reviews, showError, status, tasks, worktrees, worktreeStates }),
  );
  const reviewThreads = store.add(
    new ReviewThreads({
      choices: quickChoices,
      clock: systemClock,
      documents: review.documents,
      folders,
      logError: (error) => log.error('The comments of reviews could not be shown.', error),
      reviews,
      tasks,
      worktrees,
      worktreeStates,
    }),
  );
  const reviewedEditor = () => readReviewedEditor({ folders, tasks, worktreeStates });
  return { review, reviewedEditor, reviewThreads };
}
