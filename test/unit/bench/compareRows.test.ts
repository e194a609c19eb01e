import assert from 'node:assert/strict';
import { compareRows, type MeasuredRow } from '../../../bench/against/compareRows';
import { formatComparison } from '../../../bench/against/formatComparison';

const row = (id: string, what: string, ours: number, ratio?: number): MeasuredRow => ({
  ...{ id, what, peerName: 'a peer', unit: 'ms', ours },
  ...(ratio === undefined ? {} : { ratio }),
});

describe('compareRows', () => {
  it('has the medians of both versions, and the change of each round', () => {
    const rounds = [1, 2, 4].map((factor) => ({
      before: [row('P1', 'start', 10)],
      now: [row('P1', 'start', 10 * factor)],
    }));
    const expected = { id: 'P1', what: 'start', unit: 'ms', ofRatio: false, before: 10, now: 20 };
    assert.deepEqual(compareRows(rounds), [{ ...expected, changes: [1, 2, 4] }]);
  });

  it('compares ratios to the peer where both versions have them', () => {
    const before = [row('P1', 'read', 10, 2), row('P2', 'write', 10)];
    const now = [row('P1', 'read', 40, 3), row('P2', 'write', 5, 7)];
    const compared = compareRows([{ before, now }]);
    assert.deepEqual(
      compared.map(({ ofRatio, changes }) => [ofRatio, changes]),
      [
        [true, [1.5]],
        [false, [0.5]],
      ],
    );
  });

  it('matches by the order if both have as many rows of an id, else by the text', () => {
    const before = [row('P1', 'one, as it was named', 1), row('P2', 'a', 1), row('P2', 'b', 2)];
    const now = [row('P1', 'one', 2), row('P2', 'b', 6), row('P2', 'new', 1), row('P2', 'a', 2)];
    const compared = compareRows([{ before, now }]);
    assert.deepEqual(
      compared.map(({ what, changes }) => [what, changes]),
      [
        ['one', [2]],
        ['b', [3]],
        ['a', [2]],
      ],
    );
  });

  it('has a row that was not measured in each round', () => {
    const [start, read] = [[row('P1', 'start', 1)], [row('P2', 'read', 2)]];
    const both = [...start, ...read];
    const compared = compareRows([
      { before: both, now: start },
      { before: both, now: both },
      { before: start, now: both },
    ]);
    assert.deepEqual(
      compared.map(({ what, changes }) => [what, changes]),
      [
        ['start', [1, 1, 1]],
        ['read', [1]],
      ],
    );
  });

  it('is printed with the median and the spread of the changes', () => {
    const rounds = [1, 3, 2].map((factor) => ({
      before: [row('P1', 'start', 10, 1)],
      now: [row('P1', 'start', 10, factor)],
    }));
    assert.deepEqual(formatComparison(compareRows(rounds)).split('\n'), [
      '| row | what  | before | now   | change | from | to   |',
      '| --- | ----- | ------ | ----- | ------ | ---- | ---- |',
      '| P1  | start | 1.00x  | 2.00x | 2.00   | 1.00 | 3.00 |',
      '',
    ]);
  });
});
