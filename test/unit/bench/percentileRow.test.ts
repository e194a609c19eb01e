import assert from 'node:assert/strict';
import { percentileRow } from '../../../bench/report/percentileRow';

describe('percentileRow', () => {
  const title = { id: 'P0', what: 'something', peerName: 'a peer', unit: 'ms' } as const;
  const rounds = [
    { ours: [1, 2, 9], peer: [4, 5, 6] },
    { ours: [3, 3, 4], peer: [30, 40, 50] },
    { ours: [1, 1, 8], peer: [2, 2, 2] },
  ];

  it('has the median of the medians of the rounds, with their spread', () =>
    assert.deepEqual(percentileRow(title, rounds, 50), {
      ...title,
      ...{ ours: 2, peer: 5, ratio: 0.4 },
      spread: { ours: [1, 3], peer: [2, 40] },
    }));

  it('has a higher percentile of all rounds together, with the spread of those of the rounds', () =>
    assert.deepEqual(percentileRow(title, rounds, 99), {
      ...title,
      ...{ ours: 9, peer: 50, ratio: 0.18 },
      spread: { ours: [4, 9], peer: [2, 50] },
    }));
});
