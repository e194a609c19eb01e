import assert from 'node:assert/strict';
import { formatCwd, formatFailure, isTerminalReport } from '../../../src/views/terminalText';

describe('terminalText', () => {
  it('escapes what would end or split the cwd', () => {
    assert.equal(formatCwd('/a b/c;d\\e\x07f'), '\x1b]633;P;Cwd=/a b/c\\x3bd\\\\e\\x07f\x07');
  });

  it('lets no control sequence of a message through', () => {
    const shown = formatFailure('no \x1b[2J such\nfile');
    assert.ok(shown.includes('no  [2J such\r\nfile'), JSON.stringify(shown));
  });

  const INPUTS: readonly [input: string, isReport: boolean][] = [
    ['q', false],
    ['\r', false],
    ['\x1b', false],
    ['\x1b[A', false],
    ['\x1b[15~', false],
    ['\x1b[I', true],
    ['\x1b[O', true],
    ['\x1b[<0;12;3M', true],
    ['\x1b[M !!', true],
    ['\x1b[?1;2c', true],
    ['\x1b]11;rgb:00/00/00\x1b\\', true],
  ];
  for (const [input, isReport] of INPUTS) {
    it(`${JSON.stringify(input)} is ${isReport ? 'a report' : 'a key'}`, () =>
      assert.equal(isTerminalReport(input), isReport));
  }
});
