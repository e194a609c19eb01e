import assert from 'node:assert/strict';
import { presentComment } from '../../../../../src/views/tree/changes/commentPresentation';
import { buildCommentRows } from '../../../../../src/views/tree/changes/commentRows';
import { worktreeTask } from '../../../../support/agents/worktreeTask';
import { comment, round } from '../../../../support/review/comments';

const TASK = worktreeTask('t1');

describe('the rows of a review', () => {
  const rowsOf = (...facts: Parameters<typeof buildCommentRows>[1][]): readonly string[] =>
    facts.flatMap((one) =>
      buildCommentRows(TASK, one, 'task:t1').flatMap((entry) =>
        [entry, ...entry.children].map(({ content }) => presentComment(content).accessibilityLabel),
      ),
    );

  it('are none without comments', () => {
    assert.deepEqual(rowsOf({ comments: [], rounds: [] }), []);
  });

  it('are the drafts, also of agents, and the rounds, newest first', () => {
    const answer = { at: '2026-05-01T11:00:00.000Z', changed: ['a', 'b'] };
    const rows = rowsOf({
      comments: [comment(), comment({ id: 'c2', text: 'Why?\n\u202eSay so.', author: 'Bea' })],
      rounds: [round({ answer }), round({ number: 2 })],
    });
    assert.deepEqual(rows, [
      `Comments on the changes of ${TASK.name}, 2 drafts · review 2 sent`,
      'Draft, Use the name here., greet.js:3',
      'Draft, Why? Say so., greet.js:3, by Bea',
      'Review 2, 1 comment, sent',
      'Review 1, 1 comment, answered, 2 files changed since',
    ]);
  });

  it('show what a comment hides in their tooltips, a line each', () => {
    const text = 'Why?\r\n\u202eSay so.';
    const one = comment({ text, author: 'B\u200bea' });
    const { tooltip } = presentComment({ kind: 'comment', comment: one });
    assert.deepEqual(tooltip.split('\n'), [
      'greet.js, line 3',
      'Why?',
      '\\u202eSay so.',
      'by B\\u200bea',
    ]);
  });
});
