import assert from 'node:assert/strict';
import { MODE_RESET, SHELL_RESET } from '../../../../src/base/text/modeReset';
import { createViewer, feed, stateOf } from '../../../support/pty/terminalState';

const SIZE = { cols: 20, rows: 6 };
const BEFORE = 'one\r\ntwo $ ';
const NEXT = 'next\r\n\tline';

/** Modes that a program may leave on. */
const LEFT_ON: Readonly<Record<string, string>> = {
  nothing: '',
  colours: '\x1b[1;31;44m',
  'an open link': '\x1b]8;;http://a\x07',
  'mouse reports': '\x1b[?1000;1006h',
  'all mouse reports, in pixels': '\x1b[?1003;1016h',
  'X10 mouse reports': '\x1b[?9h',
  'focus reports': '\x1b[?1004h',
  'bracketed paste': '\x1b[?2004h',
  'synchronized output': '\x1b[?2026h',
  'modes of newer terminals': '\x1b[?2031;2048;9001h',
  'keyboard flags': '\x1b[>1u\x1b[>5u',
  'changed colours': '\x1b]4;1;#123456\x07\x1b]10;#000000\x07',
  'application keys': '\x1b[?1h\x1b=',
  'a hidden cursor of another shape': '\x1b[?25l\x1b[3 q',
  'insert mode': '\x1b[4h',
  'line feed mode': '\x1b[20h',
  'no wrapping and reverse wrapping': '\x1b[?7l\x1b[?45h',
  'line drawing': '\x1b(0\x1b)0\x0e',
  'a title without end': '\x1b]0;title',
  progress: '\x1b]9;4;1;50\x07',
  'half a sequence': '\x1b[?1049;',
  'a device control string without end': '\x1bP$q',
};

/** Margins and origin mode both move the cursor; the last sequence moves it back. */
const MARGINS = '\x1b[2;4r\x1b[?6h\x1b[1;7H';

describe('the reset of modes', () => {
  for (const [name, left] of Object.entries(LEFT_ON)) {
    it(`clears ${name}, and keeps the shown text [A33]`, () => {
      for (const reset of [MODE_RESET, SHELL_RESET]) {
        assert.deepEqual(after(BEFORE + left, reset), after(BEFORE, reset));
        assert.deepEqual(viewerState(BEFORE + left + reset + NEXT).rows, plainRows());
      }
    });
  }

  it('clears margins', () => {
    assert.deepEqual(after(BEFORE + MARGINS, SHELL_RESET), after(BEFORE, SHELL_RESET));
  });

  for (const enter of ['\x1b[?1049h', '\x1b7\x1b[?47h', '\x1b7\x1b[?1047h']) {
    it(`exits the alternate screen entered by ${JSON.stringify(enter)} if a shell follows`, () => {
      const left = `${enter}\x1b[?6h\x1b[2;4r\x1b[2J\x1b[3;3H\x1b[>1u\x1b[35mfull screen\x1b[?1002;1006h\x1b[?25l`;
      assert.deepEqual(after(BEFORE + left, SHELL_RESET), after(BEFORE, SHELL_RESET));
    });
  }

  it('keeps the alternate screen if no shell follows', () => {
    assert.match(viewerState(`${BEFORE}\x1b[?1049h\x1b[Hlast${MODE_RESET}`).rows, /^last/);
  });
});

function plainRows(): string {
  return viewerState(BEFORE + NEXT).rows;
}

/** The state that affects the next program of a terminal that received both. */
function after(left: string, reset: string): unknown {
  const { state } = viewerState(left + reset);
  // The content of the alternate screen has no effect: a program that enters it clears it.
  return { ...state, alternate: undefined };
}

function viewerState(output: string) {
  const viewer = createViewer(SIZE);
  feed(viewer, output);
  const state = stateOf(viewer);
  viewer.dispose();
  const shown = state['isAlternate'] ? state['alternate'] : state['normal'];
  const { rows } = shown as { rows: readonly string[] };
  return { state, rows: rows.join('\n') };
}
