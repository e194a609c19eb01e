import assert from 'node:assert/strict';
import { mergeResults, type Results, type StoredRow } from '../../../bench/report/results';

const row = (id: string, ours: number): StoredRow => ({
  ...{ id, what: 'something', peerName: '', unit: 'ms', ours, verdict: 'no goal' },
});

const results = (date: string, rows: readonly StoredRow[]): Results => ({
  ...{ date, node: 'v20', cores: 2, missingPeers: ['tmux'], notMeasured: [], rows },
});

describe('mergeResults', () => {
  const before: Results = {
    ...results('2026-01-01', [row('P1', 1), row('P2', 2), row('P10', 3)]),
    notMeasured: [
      { id: 'P2', what: 'one of P2' },
      { id: 'P10', what: 'one of P10' },
    ],
  };

  it('replaces the rows of a group by new ones, with the date of their measurement', () => {
    const now = { ...results('2026-02-02', [row('P2', 20), row('P2', 21)]), missingPeers: [] };
    assert.deepEqual(
      mergeResults(['P1', 'P2', 'P10'], before, { ids: ['P2'], now, isWhole: false }),
      {
        ...before,
        notMeasured: [{ id: 'P10', what: 'one of P10' }],
        rows: [
          row('P1', 1),
          { ...row('P2', 20), date: '2026-02-02' },
          { ...row('P2', 21), date: '2026-02-02' },
          row('P10', 3),
        ],
      },
    );
  });

  it('keeps the rows of a group that could not be measured', () => {
    const now = results('2026-02-02', []);
    assert.deepEqual(
      mergeResults(['P1', 'P2', 'P10'], before, { ids: [], now, isWhole: false }),
      before,
    );
  });

  it('lists what could not be measured this time', () => {
    const notMeasured = [{ id: 'P2', what: 'one of P2, because of this' }];
    const now = { ...results('2026-02-02', []), notMeasured };
    const merged = mergeResults(['P1', 'P2', 'P10'], before, {
      ids: ['P2'],
      now,
      isWhole: false,
    });
    assert.deepEqual(merged.notMeasured, [before.notMeasured[1], ...notMeasured]);
    assert.deepEqual(
      merged.rows.map(({ id }) => id),
      ['P1', 'P10'],
    );
  });

  it('keeps the time of the last timed run until another one', () => {
    const machine = { cpu: 'A fast one', cores: 2, node: 'v24.0.0' };
    const timedRun = { date: '2026-01-01', seconds: 842, machine };
    const later = { ...timedRun, date: '2026-02-02', seconds: 700 };
    const now = results('2026-02-02', []);
    const merge = (earlier: Results, measured: Results): Results =>
      mergeResults(['P1'], earlier, { ids: [], now: measured, isWhole: true });
    assert.deepEqual(merge({ ...before, timedRun }, now).timedRun, timedRun);
    assert.deepEqual(merge({ ...before, timedRun }, { ...now, timedRun: later }).timedRun, later);
    assert.equal('timedRun' in merge(before, now), false);
  });

  it('takes the date and the machine of a run without arguments, and dates the rows of earlier ones', () => {
    const now = { ...results('2026-02-02', [row('P2', 20)]), cores: 4, missingPeers: [] };
    const earlier = {
      ...before,
      rows: [
        { ...row('P1', 1), date: '2025-12-31' },
        { ...row('R4', 2), date: '2026-02-02' },
        row('P10', 3),
      ],
    };
    assert.deepEqual(
      mergeResults(['P1', 'P2', 'R4', 'P10'], earlier, { ids: ['P2'], now, isWhole: true }),
      {
        ...now,
        notMeasured: [{ id: 'P10', what: 'one of P10' }],
        rows: [
          { ...row('P1', 1), date: '2025-12-31' },
          row('P2', 20),
          row('R4', 2),
          { ...row('P10', 3), date: '2026-01-01' },
        ],
      },
    );
  });
});
