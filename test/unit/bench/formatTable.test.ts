import assert from 'node:assert/strict';
import { formatTable } from '../../../bench/report/formatTable';
import type { Row } from '../../../bench/report/row';

describe('formatTable', () => {
  it('prints units, ratio, target and verdict of each row, in aligned columns', () => {
    const rows: readonly Row[] = [
      {
        id: 'P1',
        what: 'reading',
        peerName: 'tmux',
        unit: 'MB/s',
        ours: 45.4,
        peer: 20,
        ratio: 2.27,
        target: { kind: 'atLeast', value: 3 },
      },
      {
        id: 'P13',
        what: 'resting',
        peerName: '',
        unit: '%',
        ours: 0.25,
        target: { kind: 'atMost', value: 1 },
      },
      { id: 'P5', what: 'writes', peerName: '', unit: '', ours: 12 },
    ];
    assert.deepEqual(formatTable(rows).split('\n'), [
      '| row | what    | ours    | peer    | peer is | ratio | target |         |',
      '| --- | ------- | ------- | ------- | ------- | ----- | ------ | ------- |',
      '| P1  | reading | 45 MB/s | 20 MB/s | tmux    | 2.27  | >= 3x  | MISSED  |',
      '| P13 | resting | 0.250 % |         |         |       | <= 1 % | met     |',
      '| P5  | writes  | 12      |         |         |       |        | no goal |',
      '',
    ]);
  });

  it('prints a target for our value in its unit, even beside a peer', () => {
    const target = { kind: 'atMost', value: 5, of: 'ours' } as const;
    const row = { id: 'P4', what: '', peerName: 'x', unit: 'ms', ours: 1, peer: 1, ratio: 1 };
    assert.match(formatTable([{ ...row, unit: 'ms', target }]), /\| <= 5 ms \|/);
  });

  it('prints the spread of the runs beside their median', () => {
    const spread = { ours: [231.2, 238.6], peer: [9.5, 230] } as const;
    const row = { id: 'P22', what: '', peerName: 'x', unit: 'MB', ours: 235, peer: 220 } as const;
    assert.match(
      formatTable([{ ...row, spread }]),
      /\| 235 MB \(231 to 239\) \| 220 MB \(9\.500 to 230\) \|/,
    );
  });
});
