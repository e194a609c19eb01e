import assert from 'node:assert/strict';
import { parseProcStat } from '../../../src/base/procStat';

const TAIL = '34816 1 4194304 88 0 0 0 0 0 0 0 20 0 1 0 987654 1 2 3';

describe('parseProcStat', () => {
  it('parses a line whose program name contains parentheses and spaces', () => {
    assert.deepEqual(parseProcStat(`12 (a) R (b c) S 3 4 5 ${TAIL}`), {
      pid: 12,
      ppid: 3,
      pgid: 4,
      sid: 5,
      startTime: '987654',
      command: 'a) R (b c',
      hasEnvironment: 'yes',
    });
  });

  for (const line of [
    '',
    '12 (gone) Z 3 4 5 ' + TAIL,
    '12 (dead) X 3 4 5 ' + TAIL,
    '12 (cut) S 3',
  ]) {
    it(`finds no running process in "${line}"`, () => {
      assert.equal(parseProcStat(line), undefined);
    });
  }

  const MIDDLE =
    '34816 1 FLAGS 88 0 0 0 0 0 0 0 20 0 1 0 987654 1 2 3 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0';
  const formatStat = (flags: number, environmentEnd: number): string =>
    `12 (a) b) R 3 4 5 ${MIDDLE.replace('FLAGS', `${flags}`)} 0 0 0 0 0 0 0 0 0 0 ${environmentEnd} 0`;
  const table: readonly (readonly [what: string, stat: string, expected: string])[] = [
    ['a process within execve', formatStat(0x400000, 0), 'later'],
    ['a process with an environment', formatStat(0x400000, 140720496828394), 'yes'],
    ['a process that is exiting', formatStat(0x400004, 0), 'no'],
    ['a thread of the kernel', formatStat(0x208040, 0), 'no'],
  ];
  for (const [what, line, expected] of table) {
    it(`reports ${expected} as the environment of ${what}`, () => {
      assert.equal(parseProcStat(line)?.hasEnvironment, expected);
    });
  }
});
