import assert from 'node:assert/strict';
import { applyReviewChange, type ReviewChange } from '../../../src/review/reviewStore';
import type { TaskReview } from '../../../src/review/taskReview';
import { comment, round } from '../../support/review/comments';

function after(...steps: readonly object[]): TaskReview | undefined {
  const changes = steps.map((step) => ({ ...step, task: 't1' }) as ReviewChange);
  return changes.reduce(applyReviewChange, new Map<string, TaskReview>()).get('t1');
}

const put = (id: string, text = 'a'): object => ({
  kind: 'putComment',
  comment: comment({ id, text }),
});

describe('applyReviewChange', () => {
  it('moves sent comments into their round, and keeps one that was edited meanwhile as a draft', () => {
    const sent = round({
      comments: [comment({ id: 'c1', text: 'a' }), comment({ id: 'c2', text: 'a' })],
    });
    const review = after(put('c1'), put('c2'), put('c3'), put('c2', 'b'), {
      kind: 'addRound',
      round: sent,
    });
    assert.deepEqual(
      review?.comments.map(({ id, text }) => [id, text]),
      [
        ['c2', 'b'],
        ['c3', 'a'],
      ],
    );
    assert.equal(review.rounds[0]?.comments.length, 2);
  });

  it('edits and removes a draft in its place', () => {
    const review = after(put('c1'), put('c2'), put('c1', 'b'), { kind: 'removeComment', id: 'c2' });
    assert.deepEqual(
      review?.comments.map(({ text }) => text),
      ['b'],
    );
  });

  it('forgets the contents of an answered round only', () => {
    const answer = { at: '2026-05-01T11:00:00.000Z', changed: [] };
    const review = after(
      { kind: 'addRound', round: round() },
      { kind: 'addRound', round: round({ number: 2 }) },
      { kind: 'answerRound', number: 1, answer },
    );
    assert.deepEqual(
      review?.rounds.map(({ files }) => files),
      [undefined, { 'greet.js': 'aa' }],
    );
    assert.deepEqual(review.rounds[0]?.answer, answer);
  });

  it('drops the oldest of 51 rounds', () => {
    const rounds = Array.from({ length: 51 }, (_, index) => round({ number: index + 1 }));
    const review = after(...rounds.map((one) => ({ kind: 'addRound', round: one })));
    assert.equal(review?.rounds.length, 50);
    assert.equal(review.rounds[0]?.number, 2);
  });

  it('drops the oldest rounds beyond a million characters, but not the newest', () => {
    const prompt = 'x'.repeat(400_000);
    const add = (text: string) => ({ kind: 'addRound', round: round({ prompt: text }) });
    const numbers = (...texts: readonly string[]) =>
      after(...texts.map(add))?.rounds.map(({ number }) => number);
    assert.deepEqual(numbers(prompt, prompt, prompt), [2, 3]);
    assert.deepEqual(numbers(prompt, 'x'.repeat(2_000_000)), [2]);
  });

  it('keeps the first answer of a round', () => {
    const at = '2026-05-01T11:00:00.000Z';
    const review = after(
      { kind: 'addRound', round: round() },
      { kind: 'answerRound', number: 1, answer: { at, changed: [], ended: true } },
      { kind: 'answerRound', number: 1, answer: { at, changed: ['a'] } },
    );
    assert.deepEqual(review?.rounds[0]?.answer, { at, changed: [], ended: true });
  });

  it('forgets a removed task', () => {
    assert.equal(after(put('c1'), { kind: 'remove' }), undefined);
  });
});
