import assert from 'node:assert/strict';
import {
  hasMoved,
  linesOf,
  listShown,
  planThreads,
} from '../../../../src/views/review/planThreads';
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

  it('keeps the key of a thread while its lines move, until it is sent', () => {
    const one = comment();
    const planAt = (line: number, shown: Parameters<typeof planThreads>[0]) => {
      const located = { line, endLine: line, isOutdated: false };
      return planThreads(shown, new Map([['c1', { comment: one, path: one.path, located }]]));
    };
    const [before] = planAt(3, [{ comment: one, round: undefined }]);
    const [after] = planAt(4, [{ comment: one, round: undefined }]);
    const [sent] = planAt(3, [{ comment: one, round: round() }]);
    assert.ok(before && after && sent);
    assert.equal(before.key, after.key);
    assert.notEqual(before.key, sent.key);
    assert.equal(hasMoved(before, after), true);
    assert.equal(hasMoved(before, { ...after, comments: [{ ...one, text: 'Else.' }] }), false);
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

describe('linesOf', () => {
  const CASES = [
    ['of a caret', 2, [2, 0], [3, 3]],
    ['up to a character', 2, [4, 1], [3, 5]],
    ['of whole lines, up to the beginning of the next', 2, [4, 0], [3, 4]],
  ] as const;
  for (const [name, line, [endLine, character], expected] of CASES) {
    it(`are those of a range ${name}`, () => {
      const lines = linesOf({ start: { line }, end: { line: endLine, character } });
      assert.deepEqual([lines.line, lines.endLine], expected);
    });
  }
});
