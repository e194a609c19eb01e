import assert from 'node:assert/strict';
import { MAX_SCREEN_BYTES } from '../../../../../../src/pty/limits';
import type { Dimensions } from '../../../../../../src/pty/ptyProcess';
import { Emulator } from '../../../../../../src/pty/screen/xterm/emulator';
import { DEFAULT_LOOK } from '../../../../../../src/pty/terminalLook';
import {
  createViewer,
  feed,
  feedSnapshot,
  stateOf,
} from '../../../../../support/pty/terminalState';

/** More marks than a row may have: its characters lose them above the screen. */
const MUCH_MARKED = 'e' + '\u0301'.repeat(32);
const ALL = 100_000;

describe('the rows above a screen', function () {
  this.timeout(60_000);
  let emulator: Emulator;

  afterEach(() => emulator.dispose());

  function create(dimensions: Dimensions, scrollback = 10_000): void {
    emulator = new Emulator({ dimensions, scrollback, look: () => DEFAULT_LOOK });
  }
  const parse = (text: string): string => emulator.parse(Buffer.from(text));
  const lines = (): readonly string[] => emulator.text(ALL).split('\n');

  for (const [cols, kept] of [
    [80, 10_000],
    [120, 10_000],
    [200, 6377],
    [1000, 1304],
  ] as const) {
    it(`are the newest ${kept} plain ones of 10,000 at ${cols} columns`, () => {
      create({ cols, rows: 24 });
      parse(Array.from({ length: 10_100 }, (_, row) => `row ${row}`).join('\r\n'));
      assert.deepEqual([lines()[0], lines().at(-1)], [`row ${10_100 - 24 - kept}`, 'row 10099']);
      assert.ok(emulator.bytes <= MAX_SCREEN_BYTES, `${emulator.bytes} bytes`);
    });
  }

  it('become fewer before the terminal gets wider, and may be more again after', () => {
    create({ cols: 80, rows: 24 });
    parse(Array.from({ length: 10_024 }, (_, row) => `row ${row}`).join('\r\n'));
    emulator.resize({ cols: 400, rows: 24 });
    assert.equal(lines().at(-1), 'row 10023');
    assert.ok(lines().length < 3300, `${lines().length} lines`);
    assert.ok(emulator.bytes <= MAX_SCREEN_BYTES, `${emulator.bytes} bytes`);
    emulator.resize({ cols: 80, rows: 24 });
    parse('\r\nmore'.repeat(10_000));
    assert.equal(lines().length, 10_024);
  });

  it('keep a mark on each letter, a link and underlines', () => {
    create({ cols: 120, rows: 3 });
    const marked = 'ก\u0e49'.repeat(110);
    const linked = '\x1b]8;;http://a\x07link\x1b]8;;\x07 \x1b[4:3mcurly\x1b[m';
    parse(`${marked}\r\n${linked}\r\n${'row\r\n'.repeat(5)}`);
    assert.equal(lines()[0], marked);
    assert.ok(emulator.colouredText(ALL).includes('\x1b]8;;http://a'));
    assert.match(emulator.colouredText(ALL), /\x1b\[[0-9;:]*4:3/);
  });

  it('lose marks, links and underlines of a row with too many, and keep its letters', () => {
    create({ cols: 80, rows: 3 });
    parse(
      `\x1b[31m\x1b]8;;http://a\x07${MUCH_MARKED.repeat(80)}\x1b]8;;\x07\x1b[m\r\n${'row\r\n'.repeat(5)}`,
    );
    assert.equal(lines()[0], 'e'.repeat(80));
    const painted = emulator.colouredText(ALL);
    assert.ok(painted.includes('\x1b[0;31m') || painted.includes('\x1b[31m'));
    assert.ok(!painted.includes('http://a'));
  });

  it('are counted once, and no longer when they are gone', () => {
    create({ cols: 80, rows: 5 }, 50);
    const linked = '\x1b]8;;http://a\x07link\x1b]8;;\x07\r\n';
    parse(linked.repeat(60));
    const few = emulator.bytes;
    parse(linked.repeat(5000));
    parse(`\x1b[?1049h${'\n'.repeat(3000)}\x1b[?1049l\x1b[2;4r\x1b[4;1H${'\n'.repeat(3000)}`);
    assert.ok(emulator.bytes < 2 * few, `${emulator.bytes} bytes after ${few}`);
    parse(`\x1b[r\x1b[5;1H${'plain\r\n'.repeat(3000)}`);
    assert.ok(emulator.bytes < few, `${emulator.bytes} bytes after ${few}`);
  });

  it('and the screen itself are limited while one sequence repeats marks', () => {
    create({ cols: 512, rows: 256 });
    parse(`${MUCH_MARKED}\x1b[512b`.repeat(256));
    const { rows } = emulator.visible();
    const marks = rows.join('').length;
    assert.ok(marks < 512 * 256 * 2, `${marks} characters`);
  });

  it('can be dropped; margins, tab stops and the saved cursor stay', () => {
    create({ cols: 80, rows: 24 });
    const viewer = createViewer({ cols: 80, rows: 24 }, 10_000);
    const output = `${'row\r\n'.repeat(9000)}\x1b[5;9H\x1b7\x1b[3;20r\x1b[3g\x1b[3;7H\x1bH`;
    parse(output);
    feed(viewer, output);
    emulator.dropScrollback();
    assert.equal(lines().length, 23);
    const restored = createViewer({ cols: 80, rows: 24 }, 10_000);
    feedSnapshot(restored, emulator.snapshot(0));
    for (const terminal of [viewer, restored]) {
      feed(terminal, '\tx\x1b8y\x1b[20;1H\n\nz');
    }
    assert.deepEqual(stateOf(restored, 0), stateOf(viewer, 0));
    parse('\x1b[r\x1b[24;1H' + 'more\r\n'.repeat(11_000));
    assert.equal(lines().length, 10_023);
  });
});
