import assert from 'node:assert/strict';
import { Emulator } from '../../../../../src/pty/screen/xterm/emulator';
import { DEFAULT_LOOK } from '../../../../../src/pty/terminalLook';
import { createViewer, feed, feedSnapshot, stateOf } from '../../../../support/pty/terminalState';

const SIZE = { cols: 20, rows: 6 };

/** State that no cell shows, as the sequences that change it. */
const UNSEEN: Readonly<Record<string, string>> = {
  'pushed keyboard flags': '\x1b[>1u\x1b[>5u\x1b[<u\x1b[>7u\x1b[=2;2u\x1b[=1;3u',
  'keyboard flags of the alternate screen': '\x1b[>1u\x1b[?1049h\x1b[>3u\x1b[>7u\x1b[<u',
  'keyboard flags of a hidden normal screen':
    '\x1b[>1u\x1b[?1049h\x1b[=3u\x1b[?1049l\x1b[=5u\x1b[?1049h',
  'keyboard flags of a hidden alternate screen':
    '\x1b[>1u\x1b[?1049h\x1b[>3u\x1b[>9u\x1b[?1049l\x1b[>5u',
  'keyboard flags after a needless return to the normal screen':
    '\x1b[=5u\x1b[?1049h\x1b[?1049l\x1b[=1u\x1b[?1049l',
  'keyboard flags after a soft reset': '\x1b[>5u\x1b[!p\x1b[>1u\x1bc',
  'modes of newer terminals': '\x1b[?2031;1049;2048h\x1b[?9001h\x1b[?2031l\x1b[!p\x1b[?2031h\x1bc',
  'a palette': '\x1b]4;1;rgb:12/34/56;200;#abc\x07\x1b]4;2;#123456\x1b\\\x1b]104;1\x07\x1b]104\x07',
  'colours of text': '\x1b]10;#fff;rgb:1/2/3\x07\x1b]12;#00ff00\x07\x1bc\x1b]111\x07\x1b]110;\x07',
};

describe('Emulator', () => {
  for (const [name, output] of Object.entries(UNSEEN)) {
    it(`keeps ${name}, split anywhere, in a viewer and in a screen that is restored`, () => {
      const bytes = Buffer.from(output);
      for (let cut = 0; cut <= bytes.length; cut++) {
        const [before, after] = [bytes.subarray(0, cut), bytes.subarray(cut)];
        const [first, restored] = [createEmulator(), createEmulator()];
        first.parse(before);
        const taken = first.snapshot(1000);
        restored.restore(first.compress());
        assert.deepEqual(restored.snapshot(1000), taken, `restored at ${cut}`);
        const [attached, everSince] = [createViewer(SIZE), createViewer(SIZE)];
        feedSnapshot(attached, taken);
        feed(everSince, before);
        assert.deepEqual(stateOf(attached), stateOf(everSince), `attached at ${cut}`);
        [attached, everSince].forEach((terminal) => feed(terminal, after));
        assert.deepEqual(stateOf(attached), stateOf(everSince), `later than ${cut}`);
        [first, restored, attached, everSince].forEach((one) => one.dispose());
      }
    });
  }
});

function createEmulator(): Emulator {
  return new Emulator({ dimensions: SIZE, scrollback: 1000, look: () => DEFAULT_LOOK });
}
