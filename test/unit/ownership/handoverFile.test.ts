import assert from 'node:assert/strict';
import {
  formatHandoverAnswer,
  formatHandoverRequest,
  parseHandoverAnswer,
  parseHandoverRequest,
} from '../../../src/ownership/handoverFile';

const REQUEST = { ptyId: 'ada-main-t1', terms: 'always', from: 'a.json', to: 'b.json' } as const;

describe('the file of a handover', () => {
  it('says what it was told', () => {
    assert.deepEqual(parseHandoverRequest(formatHandoverRequest(REQUEST)), REQUEST);
    assert.equal(parseHandoverAnswer(formatHandoverAnswer('watched')), 'watched');
  });

  const bad: readonly (readonly [title: string, text: string])[] = [
    ['nothing', ''],
    ['a part of one', '{"ptyId": "ada-main-t1", "te'],
    ['another type', '[]'],
    ['terms that nobody knows', JSON.stringify({ ...REQUEST, terms: 'sometimes' })],
    ['no window to answer', JSON.stringify({ ...REQUEST, from: undefined })],
    ['more than there is to say', JSON.stringify({ ...REQUEST, force: true })],
    ['an answer that nobody knows', '{"answer": "perhaps"}'],
  ];
  for (const [title, text] of bad) {
    it(`is none where it holds ${title}`, () => {
      assert.equal(parseHandoverRequest(text), undefined);
      assert.equal(parseHandoverAnswer(text), undefined);
    });
  }
});
