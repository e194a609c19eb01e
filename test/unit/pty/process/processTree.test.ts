import assert from 'node:assert/strict';
import { selectSessionPrograms, type ProcessEntry } from '../../../../src/pty/process/processTree';

const SELF = 50;
const MARKER = 'MARK=abc';

function entry(pid: number, ppid: number, rest: Partial<ProcessEntry> = {}): ProcessEntry {
  const command = `program ${pid}`;
  return { pid, ppid, pgid: pid, sid: pid, startTime: '1', command, environment: '', ...rest };
}

/** The init process, our parent, this process, its child and a neighbour. */
const OTHERS = [
  entry(1, 0),
  entry(40, 1),
  entry(SELF, 40, { pgid: 45 }),
  entry(60, SELF, { pgid: 45 }),
  entry(70, 40, { environment: `${MARKER}d\0NOT_${MARKER}\0` }),
];

function select(
  session: readonly ProcessEntry[],
  rest: { startTime?: string; marker?: string; known?: readonly ProcessEntry[]; pid?: number } = {},
): readonly number[] {
  const { startTime, marker, known = [], pid = 100 } = rest;
  const context = { programs: { pid, startTime, marker }, known, selfPid: SELF };
  return selectSessionPrograms([...OTHERS, ...session], context)
    .map((found) => found.pid)
    .sort((one, other) => one - other);
}

describe('selectSessionPrograms', () => {
  it('finds the descendants of the program at any depth', () => {
    const tree = [entry(100, SELF), entry(101, 100), entry(102, 101), entry(103, 100)];
    assert.deepEqual(select(tree), [100, 101, 102, 103]);
  });

  it('finds its process group and session under any parent, and their descendants', () => {
    const left = [
      entry(100, SELF),
      entry(101, 1, { pgid: 100 }),
      entry(102, 1, { sid: 100 }),
      entry(103, 102),
    ];
    assert.deepEqual(select(left), [100, 101, 102, 103]);
  });

  it('finds programs with the marker as a whole entry of their environment', () => {
    const marked = [
      entry(110, 1, { environment: `A=1\0${MARKER}\0B=2\0` }),
      entry(111, 1, { environment: `${MARKER}\0` }),
      entry(112, 110),
      entry(113, 1, { environment: undefined }),
    ];
    assert.deepEqual(select(marked, { marker: MARKER }), [110, 111, 112]);
    assert.deepEqual(select(marked), []);
    assert.deepEqual(select(marked, { marker: '' }), []);
  });

  it('ignores a later program with the same pid, and its group', () => {
    const later = [entry(100, 1, { startTime: '2' }), entry(101, 100, { pgid: 100 })];
    assert.deepEqual(select(later, { startTime: '1', known: [entry(100, SELF)] }), []);
  });

  it('finds the group of an ended program if one of its members is known', () => {
    const orphans = [entry(101, 1, { pgid: 100 }), entry(102, 1, { pgid: 100 })];
    assert.deepEqual(select(orphans), []);
    assert.deepEqual(select(orphans, { known: [entry(101, 100, { pgid: 100 })] }), [101, 102]);
  });

  it('never returns the init process, this process, its parents or its group', () => {
    const environment = `${MARKER}\0`;
    const nested = OTHERS.map((other) => ({ ...other, environment }));
    const context = { programs: { pid: 1, marker: MARKER }, known: [], selfPid: SELF };
    const found = selectSessionPrograms(nested, context).map(({ pid }) => pid);
    assert.deepEqual(found, [70]);
    for (const pid of [1, 40, SELF]) {
      assert.deepEqual(select([], { pid }), []);
    }
  });

  it('never returns the init process, even if our parents are not in the table', () => {
    const all = [entry(1, 0), entry(SELF, 40)];
    const context = { programs: { pid: 1 }, known: [], selfPid: SELF };
    assert.deepEqual(selectSessionPrograms(all, context), []);
  });

  it('accepts a table in which the parents form a cycle', () => {
    assert.deepEqual(select([entry(100, 101), entry(101, 100)]), [100, 101]);
  });
});
