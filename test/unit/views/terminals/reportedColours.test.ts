import assert from 'node:assert/strict';
import type { TerminalLook } from '../../../../src/pty/terminalLook';
import { withReportedColours } from '../../../../src/views/terminals/reportedColours';

const DARK: TerminalLook = { unicodeVersion: '11', theme: 'dark' };
const LIGHT: TerminalLook = { unicodeVersion: '6', theme: 'light' };

describe('withReportedColours', () => {
  it('takes the colours of text and background from a terminal, among other input', () => {
    const input = 'a\x1b]10;rgb:eeee/eeee/dddd\x1b\\\x1b]11;rgb:0a0a/0b0b/0c0c\x07\x1b[?62c';
    assert.deepEqual(withReportedColours(DARK, input), {
      ...DARK,
      foreground: [0xee, 0xee, 0xdd],
      background: [10, 11, 12],
    });
  });

  it('keeps the colour that is not reported', () => {
    const look: TerminalLook = { ...LIGHT, foreground: [1, 2, 3], background: [255, 255, 255] };
    assert.deepEqual(withReportedColours(look, '\x1b]11;rgb:f0f0/f0f0/f0f0\x1b\\'), {
      ...look,
      background: [0xf0, 0xf0, 0xf0],
    });
  });

  for (const [what, look, input] of [
    ['keys', DARK, 'ls\r'],
    ['other colours', DARK, '\x1b]4;1;rgb:cdcd/3131/3131\x1b\\\x1b]12;rgb:ffff/ffff/ffff\x1b\\'],
    ['an unfinished report', DARK, '\x1b]11;rgb:0a0a/0b0b'],
    ['colours of a program in a dark window', DARK, '\x1b]11;rgb:ffff/ffff/ffff\x1b\\'],
    ['colours of a program in a light window', LIGHT, '\x1b]11;rgb:0000/0000/0000\x1b\\'],
  ] as const) {
    it(`is not changed by ${what}`, () => {
      assert.equal(withReportedColours(look, input), look);
    });
  }
});
