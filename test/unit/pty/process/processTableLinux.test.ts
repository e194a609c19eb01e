import assert from 'node:assert/strict';
import {
  parseIgnoresTerm,
  parseIsWithinExec,
  parseStat,
} from '../../../../src/pty/process/processTableLinux';

const TAIL = '34816 1 4194304 88 0 0 0 0 0 0 0 20 0 1 0 987654 1 2 3';

describe('parseStat', () => {
  it('parses a line whose program name contains parentheses and spaces', () => {
    assert.deepEqual(parseStat(`12 (a) R (b c) S 3 4 5 ${TAIL}`), {
      pid: 12,
      ppid: 3,
      pgid: 4,
      sid: 5,
      startTime: '987654',
      command: 'a) R (b c',
    });
  });

  for (const line of [
    '',
    '12 (gone) Z 3 4 5 ' + TAIL,
    '12 (dead) X 3 4 5 ' + TAIL,
    '12 (cut) S 3',
  ]) {
    it(`finds no running process in "${line}"`, () => {
      assert.equal(parseStat(line), undefined);
    });
  }
});

describe('parseIgnoresTerm', () => {
  const table: readonly (readonly [mask: string, ignores: boolean])[] = [
    ['0000000000384004', true],
    ['0000000000004000', true],
    ['0000000000380000', false],
    ['0000000000008000', false],
    ['ffffffffffffffff', true],
  ];
  for (const [mask, ignores] of table) {
    it(`returns ${ignores} for the mask ${mask}`, () => {
      assert.equal(parseIgnoresTerm(`Name:\tbash\nSigIgn:\t${mask}\nSigCgt:\t0\n`), ignores);
    });
  }

  it('returns undefined without a mask', () => {
    assert.equal(parseIgnoresTerm(''), undefined);
  });
});

describe('parseIsWithinExec', () => {
  const MIDDLE =
    '34816 1 FLAGS 88 0 0 0 0 0 0 0 20 0 1 0 987654 1 2 3 0 0 0 0 0 0 0 0 0 0 0 0 17 0 0';
  const stat = (state: string, flags: number, environmentEnd: number): string =>
    `12 (a) b) ${state} 3 4 5 ${MIDDLE.replace('FLAGS', `${flags}`)} 0 0 0 0 0 0 0 0 0 0 ${environmentEnd} 0`;
  const table: readonly (readonly [what: string, stat: string, expected: boolean])[] = [
    ['a process without an environment yet', stat('R', 0x400000, 0), true],
    ['a process with an environment', stat('R', 0x400000, 140720496828394), false],
    ['a zombie', stat('Z', 0x40000c, 0), false],
    ['a kernel thread', stat('S', 0x208040, 0), false],
    ['a process that has ended', '', false],
  ];
  for (const [what, line, expected] of table) {
    it(`returns ${expected} for ${what}`, () => {
      assert.equal(parseIsWithinExec(line), expected);
    });
  }
});
