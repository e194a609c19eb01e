import assert from 'node:assert/strict';
import {
  compare,
  comparePercentile,
  distanceToGoal,
  type Goal,
  type Measurement,
} from '../../../bench/report/row';

describe('compare', () => {
  it('has the medians and the spread of both sides, and of the ratios and differences of the rounds', () =>
    assert.deepEqual(
      compare([
        { ours: 1, peer: 1 },
        { ours: 2, peer: 10 },
        { ours: 30, peer: 10 },
      ]),
      { ours: 2, peer: 10, ratio: 1, more: 0, spread: { ours: [1, 30], peer: [1, 10] } },
    ));

  it('has our values only, if no peer was measured', () =>
    assert.deepEqual(compare([{ ours: 3 }, { ours: 1 }, { ours: 2 }]), {
      ours: 2,
      spread: { ours: [1, 3] },
    }));

  it('has no ratio of two zeros', () =>
    assert.deepEqual(compare([{ ours: 0, peer: 0 }]), {
      ...{ ours: 0, peer: 0, more: 0 },
      spread: { ours: [0, 0], peer: [0, 0] },
    }));
});

describe('comparePercentile', () => {
  const rounds = [
    { ours: [1, 2, 9], peer: [4, 5, 6] },
    { ours: [3, 3, 4], peer: [30, 40, 50] },
    { ours: [1, 1, 8], peer: [2, 2, 2] },
  ];

  it('has the median of the medians of the rounds, with their spread', () => {
    const { ours, peer, ratio, spread } = comparePercentile(rounds, 50);
    assert.deepEqual([ours, peer, ratio], [2, 5, 0.4]);
    assert.deepEqual(spread, { ours: [1, 3], peer: [2, 40] });
  });

  it('has a higher percentile of all rounds together, with the spread of those of the rounds', () => {
    const { ours, peer, ratio, spread } = comparePercentile(rounds, 99);
    assert.deepEqual([ours, peer, ratio], [9, 50, 0.18]);
    assert.deepEqual(spread, { ours: [4, 9], peer: [2, 50] });
  });
});

describe('distanceToGoal', () => {
  const measured: Measurement = { ours: 30, peer: 20, ratio: 1.5, more: 10 };
  const cases: readonly { readonly goal: Goal; readonly is: number }[] = [
    { goal: { kind: 'atMost', value: 1, of: 'ratio' }, is: 1.5 },
    { goal: { kind: 'atLeast', value: 3, of: 'ratio' }, is: 2 },
    { goal: { kind: 'atMost', value: 60, of: 'ours' }, is: 0.5 },
    { goal: { kind: 'atMost', value: 40, of: 'more' }, is: 0.25 },
  ];
  for (const { goal, is } of cases) {
    it(`is ${is} for ${goal.of} ${goal.kind} ${goal.value}`, () =>
      assert.equal(distanceToGoal({ what: 'a part', unit: 'ms', goal }, measured), is));
  }
});
