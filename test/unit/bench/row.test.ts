import assert from 'node:assert/strict';
import { toLoneRow, toRow, verdictOf, type Row, type Target } from '../../../bench/report/row';

const TITLE = { id: 'P0', what: 'something', peerName: 'a peer', unit: 'ms' } as const;

describe('toRow', () => {
  it('uses the median of the ratios of the pairs, not the ratio of the medians', () => {
    const pairs = [
      { ours: 1, peer: 1 },
      { ours: 2, peer: 10 },
      { ours: 30, peer: 10 },
    ];
    const { ours, peer, ratio } = toRow(TITLE, pairs);
    assert.deepEqual({ ours, peer, ratio }, { ours: 2, peer: 10, ratio: 1 });
  });

  it('has the least and the greatest value of both sides of several pairs', () => {
    const pairs = [2, 1, 3].map((ours) => ({ ours, peer: 10 * ours }));
    assert.deepEqual(toRow(TITLE, pairs).spread, { ours: [1, 3], peer: [10, 30] });
    assert.deepEqual(toRow(TITLE, [{ ours: 1, peer: 2 }]), {
      ...TITLE,
      ...{ ours: 1, peer: 2, ratio: 0.5 },
    });
  });
});

describe('toLoneRow', () => {
  it('has the median and the spread of our values, and no peer', () => {
    const { peerName, ...title } = TITLE;
    assert.deepEqual(toLoneRow(title, [3, 1, 2]), {
      ...title,
      ...{ peerName: '', ours: 2, spread: { ours: [1, 3] } },
    });
    assert.notEqual(peerName, '');
  });

  it('has the worst run instead of the median, if that is chosen', () =>
    assert.equal(toLoneRow(TITLE, [3, 1, 2], 100).ours, 3));
});

describe('verdictOf', () => {
  const row = (ours: number, ratio: number | undefined, target?: Target): Row => ({
    ...TITLE,
    ours,
    ratio,
    target,
  });
  const atMost: Target = { kind: 'atMost', value: 1.5 };
  const atLeast: Target = { kind: 'atLeast', value: 1.5 };
  const cases = [
    { name: 'no target', row: row(9, 9), is: 'no goal' },
    { name: 'a ratio at its maximum', row: row(9, 1.5, atMost), is: 'met' },
    { name: 'a ratio above its maximum', row: row(1, 1.51, atMost), is: 'MISSED' },
    { name: 'a ratio at its minimum', row: row(0, 1.5, atLeast), is: 'met' },
    { name: 'a ratio below its minimum', row: row(9, 1.49, atLeast), is: 'MISSED' },
    {
      name: 'our value above its maximum, without a ratio',
      row: row(9, undefined, atMost),
      is: 'MISSED',
    },
    {
      name: 'our value below its own maximum',
      row: row(1, 9, { ...atMost, of: 'ours' }),
      is: 'met',
    },
    {
      name: 'our value above its own maximum',
      row: row(9, 1, { ...atMost, of: 'ours' }),
      is: 'MISSED',
    },
    { name: 'a value that was not measured', row: row(NaN, NaN, atMost), is: 'MISSED' },
  ];
  for (const { name, row: given, is } of cases) {
    it(`is ${is} for ${name}`, () => assert.equal(verdictOf(given), is));
  }
});
