import type { CommandServices } from '../../../src/commands/commandServices';
import { EMPTY_REVIEW, type TaskReview } from '../../../src/review/taskReview';
import { changesWith } from '../views/changes';
import { round } from './comments';

/** Reviews whose calls are noted. Their agents accept all prompts. */
export function fakeReviews(
  stored: ReadonlyMap<string, TaskReview>,
  note: (event: string) => void,
): Pick<CommandServices, 'reviewMarks' | 'reviewThreads' | 'reviewedEditor' | 'reviews'> {
  const get = (id: string): TaskReview => stored.get(id) ?? EMPTY_REVIEW;
  return {
    reviewMarks: {
      set: (id, _changes, path, isReviewed) =>
        Promise.resolve(note(`mark ${id} ${path} ${isReviewed}`)),
    },
    reviewedEditor: () => [],
    reviewThreads: {
      add: ({ text }) => Promise.resolve(note(`comment ${text}`)),
      cancel: (id) => note(`cancel ${id}`),
      edit: (task, id) => note(`edit ${task} ${id}`),
      lineOf: () => undefined,
      save: (task, id) => Promise.resolve(note(`save ${task} ${id}`)),
      textOf: () => undefined,
    },
    reviews: {
      get,
      plan: ({ id }) => {
        const { comments } = get(id);
        return Promise.resolve({ prompt: 'prompt', comments, changes: changesWith([]) });
      },
      removeComment: (task, id) => Promise.resolve(note(`remove ${task} ${id}`)),
      send: ({ id: task }, { id }, { comments }) => {
        note(`send ${task} to ${id}: ${comments.length}`);
        return Promise.resolve(round({ session: id, comments }));
      },
    },
  };
}
