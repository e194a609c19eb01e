import assert from 'node:assert/strict';
import {
  formatCwd,
  formatFailure,
  formatLastLine,
  isTerminalReport,
} from '../../../../src/views/terminals/terminalText';
import { createViewer, feed, stateOf } from '../../../support/pty/terminalState';

describe('terminalText', () => {
  it('escapes characters that would end or split the cwd', () => {
    assert.equal(
      formatCwd('/a b/c;d\\e\x07f'),
      '\x1b]633;A\x07\x1b]633;P;Cwd=/a b/c\\x3bd\\\\e\\x07f\x07',
    );
  });

  it('lets no directory name write to the terminal [A31]', () => {
    const name = '/a\u009c\u009b2J\u009d52;c;ZXZpbA==\u0007\x1b]0;title';
    const written = formatCwd(name).slice('\x1b]633;A\x07\x1b]'.length, -1);
    assert.doesNotMatch(written, /[\x00-\x1f\x7f-\x9f]/);
  });

  it('removes control sequences from a message', () => {
    const shown = formatFailure('no \x1b[2J such\nfile');
    assert.ok(shown.includes('no  [2J such\r\nfile'), JSON.stringify(shown));
  });

  for (const [how, left] of [
    ['on a full alternate screen', `\x1b[?1049h${'#'.repeat(120)}\x1b[2;3H`],
    ['in line drawing', '\x1b(0lqqk'],
    ['without wrapping, in insert mode', '\x1b[?7l\x1b[4hone'],
    ['in a title that never ends', 'one\x1b]0;title'],
    ['with margins', '\x1b[2;3r\x1b[?6hone'],
    ['in an invisible colour', '\x1b[8;30;40m'],
  ] as const) {
    it(`shows a readable last line after a program that ended ${how}`, () => {
      const viewer = createViewer({ cols: 30, rows: 4 });
      feed(viewer, `${left}\x1b[?1003h${formatLastLine('[Process exited with code 3.]')}`);
      const { isAlternate, normal, alternate, mouse } = stateOf(viewer);
      const { rows } = (isAlternate ? alternate : normal) as { rows: readonly string[] };
      assert.ok(rows.includes('|[Process exited with code 3.] | 0:0,0,0,false'), rows.join('\n'));
      assert.deepEqual(mouse, ['NONE', 'DEFAULT']);
      viewer.dispose();
    });
  }

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
