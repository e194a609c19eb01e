import assert from 'node:assert/strict';
import { listShown, planThreads } from '../../../../src/views/review/planThreads';
import { comment, round } from '../../../support/review/comments';

const AT_3 = { line: 3, endLine: 3, isOutdated: false };

function plan(
  shown: Parameters<typeof planThreads>[0],
  located: Readonly<Record<string, typeof AT_3 | undefined>>,
) {
  const placed = shown.map(
    ({ comment: one }) =>
      [one.id, { comment: one, path: one.path, located: located[one.id] }] as const,
  );
  return planThreads(shown, new Map(placed)).map(({ label, kind, line, comments }) => [
    label,
    kind,
    line,
    comments.map(({ id }) => id),
  ]);
}

describe('planThreads', () => {
  it('joins drafts on the same lines, and keeps outdated ones and other sides apart', () => {
    const shown = ['a', 'b', 'c', 'd'].map((id) => ({
      comment: comment({ id, side: id === 'd' ? 'original' : 'current' }),
      round: undefined,
    }));
    assert.deepEqual(plan(shown, { a: AT_3, b: AT_3, c: { ...AT_3, isOutdated: true }, d: AT_3 }), [
      ['Draft', 'draft', 3, ['a', 'b']],
      ['Draft, outdated: these lines have changed', 'draft', 3, ['c']],
      ['Draft', 'draft', 3, ['d']],
    ]);
  });

  it('states what became of sent comments', () => {
    const answer = { at: '2026-05-01T11:00:00.000Z', changed: [] };
    const of = (one: ReturnType<typeof round>) =>
      plan(listShown({ comments: [], rounds: [one], reviewed: {} }), { c1: AT_3 });
    assert.deepEqual(of(round()), [['Review 1: sent', 'sent', 3, ['c1']]]);
    assert.deepEqual(of(round({ answer })), [['Review 1: answered', 'sent', 3, ['c1']]]);
  });

  it('leaves out comments of earlier rounds, and those whose file is not there', () => {
    const review = {
      comments: [comment({ id: 'gone' })],
      rounds: [round({ comments: [comment({ id: 'old' })] }), round({ number: 2 })],
      reviewed: {},
    };
    assert.deepEqual(plan(listShown(review), { old: AT_3, c1: AT_3, gone: undefined }), [
      ['Review 2: sent', 'sent', 3, ['c1']],
    ]);
  });
});
