import assert from 'node:assert/strict';
import { ROWS } from '../../../bench/report/goals';
import { readResults, summarise, type Results } from '../../../bench/report/results';
import type { Row } from '../../../bench/report/row';

const part = (what: string) =>
  ({ what, unit: 'ms', goal: { kind: 'atMost', value: 1, of: 'ratio' } }) as const;
const ROW: Row = {
  ...{ id: 'F0', feels: 'something', peer: 'a peer' },
  parts: ['first', 'second', 'third'].map(part),
};

const resultsOf = (ratios: Readonly<Record<string, number>>): Results => ({
  F0: {
    ...{ date: '2026-01-01', machine: 'a machine' },
    parts: Object.fromEntries(
      Object.entries(ratios).map(([what, ratio]) => [what, { ours: ratio, peer: 1, ratio }]),
    ),
  },
});

describe('summarise', () => {
  it('has the part that is furthest from its goal, and counts those that miss it or are not measured', () => {
    const { worst, missed, unmeasured } = summarise(ROW, resultsOf({ first: 1, second: 1.2 }));
    assert.deepEqual([worst?.part.what, missed, unmeasured], ['second', 1, 1]);
  });

  it('counts no missed goal if all are reached', () => {
    const { missed, unmeasured } = summarise(ROW, resultsOf({ first: 1, second: 0.5, third: 0 }));
    assert.deepEqual([missed, unmeasured], [0, 0]);
  });

  it('has no part of a row that was never measured', () => {
    const { worst, missed, unmeasured } = summarise(ROW, {});
    assert.deepEqual([worst, missed, unmeasured], [undefined, 0, 3]);
  });
});

describe('bench/results.json', () => {
  it('has results of known rows and parts only', () => {
    const known = ROWS.flatMap(({ id, parts }) => parts.map(({ what }) => `${id} ${what}`));
    const stored = Object.entries(readResults()).flatMap(([id, { parts }]) =>
      Object.keys(parts).map((what) => `${id} ${what}`),
    );
    assert.deepEqual(
      stored.filter((name) => !known.includes(name)),
      [],
    );
    assert.equal(new Set(known).size, known.length);
  });
});
