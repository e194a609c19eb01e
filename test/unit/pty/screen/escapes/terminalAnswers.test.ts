import assert from 'node:assert/strict';
import {
  isTerminalAnswer,
  withoutAnswers,
} from '../../../../../src/pty/screen/escapes/terminalAnswers';

describe('isTerminalAnswer', () => {
  const ANSWERS = [
    '\x1b[?1;2c',
    '\x1b[>0;276;0c',
    '\x1b[0n',
    '\x1b[12;40R',
    '\x1b[?2026;2$y',
    '\x1b[?0u',
    '\x1b[?31u',
    '\x1b[?997;1n',
    '\x1b[8;24;80t',
    '\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\',
    '\x1b]4;1;rgb:cd/00/00\x07',
    '\x1bP>|xterm.js(6.1.0)\x1b\\',
    '\x1bP1$r0m\x1b\\',
    '\x1b[?1;2c\x1b[>0;276;0c',
  ];
  for (const answer of ANSWERS) {
    it(`accepts ${JSON.stringify(answer)}`, () => assert.equal(isTerminalAnswer(answer), true));
  }

  const TYPED = [
    '',
    'c',
    '\r',
    '\x1b',
    '\x1b[A',
    '\x1b[1;5A',
    '\x1b[I',
    '\x1b[<0;1;1M',
    '\x1b[0nx',
  ];
  for (const input of TYPED) {
    it(`rejects ${JSON.stringify(input)}`, () => assert.equal(isTerminalAnswer(input), false));
  }
});

describe('withoutAnswers', () => {
  for (const [input, left] of [
    ['a\x1b[?1;2cb\x1b[0nc', 'abc'],
    ['\x1b[12;40R\x1b[A', '\x1b[A'],
    ['\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\yes\r', 'yes\r'],
    ['\x1b[200~\x1b[0n\x1b[201~', '\x1b[200~\x1b[0n\x1b[201~'],
    ['typed', 'typed'],
  ] as const) {
    it(`returns ${JSON.stringify(left)} for ${JSON.stringify(input)}`, () =>
      assert.equal(withoutAnswers(input), left));
  }
});
