import assert from 'node:assert/strict';
import { DisposableStore } from '../../../../../../src/base/lifecycle';
import { MAX_LINK_BYTES, MAX_SCREEN_BYTES } from '../../../../../../src/pty/limits';
import type { Dimensions } from '../../../../../../src/pty/ptyProcess';
import { XtermEngine } from '../../../../../../src/pty/screen/xterm/xtermEngine';
import { ScreenScheduler } from '../../../../../../src/pty/screen/screenScheduler';
import {
  createViewer,
  feed,
  feedSnapshot,
  stateOf,
} from '../../../../../support/pty/terminalState';

const NOTICE =
  '[Agent Terminals: older rows were removed: this screen reached its memory limit of 16 MB]';
/** Characters with combining marks; each takes several times the memory of a plain one. */
const MARKED = 'e\u0301';
const MUCH_MARKED = 'e' + '\u0301'.repeat(16);
const WIDE: Dimensions = { cols: 400, rows: 20 };
const ALL = 100_000;
const MB = 1024 * 1024;

describe('ScreenMemory', function () {
  this.timeout(60_000);
  const store = new DisposableStore();
  let waiting: number;
  /** Called whenever the memory is counted, before rows are removed. */
  let look: () => void;

  beforeEach(() => {
    waiting = 0;
    look = () => undefined;
  });
  after(() => store.dispose());

  function create(dimensions: Dimensions, scrollback = 10_000): XtermEngine {
    const scheduler = new ScreenScheduler();
    const waitingBytes = (): number => {
      look();
      return waiting;
    };
    return store.add(new XtermEngine({ dimensions, scrollback, scheduler, waitingBytes }));
  }

  const parse = (model: XtermEngine, text: string): Promise<string> =>
    model.parse(Buffer.from(text));

  /** Counts the rows of the screen again, which are otherwise counted by an upper bound. */
  async function bytesOf(model: XtermEngine): Promise<number> {
    await model.shrinkTo(MAX_SCREEN_BYTES);
    return model.bytes;
  }

  async function linesOf(model: XtermEngine): Promise<readonly string[]> {
    return (await model.text(ALL)).split('\n');
  }

  for (const [cols, kept] of [
    [80, 10_000],
    [120, 10_000],
    [200, 6280],
    [1000, 1208],
  ] as const) {
    it(`keeps the newest ${kept} plain rows of 10,000 at ${cols} columns, without a notice`, async () => {
      const model = create({ cols, rows: 24 });
      await parse(model, Array.from({ length: 10_100 }, (_, row) => `row ${row}`).join('\r\n'));
      const lines = await linesOf(model);
      assert.deepEqual([lines[0], lines.at(-1)], [`row ${10_100 - 24 - kept}`, 'row 10099']);
      assert.ok(model.bytes <= MAX_SCREEN_BYTES, `${model.bytes} bytes`);
    });
  }

  it('removes the oldest rows before the terminal gets wider', async () => {
    const model = create({ cols: 80, rows: 24 });
    await parse(model, Array.from({ length: 10_024 }, (_, row) => `row ${row}`).join('\r\n'));
    await model.resize({ cols: 400, rows: 24 });
    const lines = await linesOf(model);
    assert.deepEqual([lines[0], lines.at(-1)], [`row ${10_000 - 3171}`, 'row 10023']);
    assert.ok(model.bytes <= MAX_SCREEN_BYTES, `${model.bytes} bytes`);
    await model.resize({ cols: 80, rows: 24 });
    await parse(model, '\r\nmore'.repeat(10_000));
    assert.equal((await linesOf(model)).length, 10_024);
  });

  it('never exceeds the limit, and explains lost rows once, at the top', async () => {
    const model = create(WIDE);
    for (let row = 0; row < 1200; row++) {
      await parse(model, `${row}${MARKED.repeat(300)}\r\n`);
      assert.ok(model.bytes <= MAX_SCREEN_BYTES, `${model.bytes} bytes after row ${row}`);
    }
    const lines = await linesOf(model);
    assert.equal(lines[0], NOTICE);
    assert.equal(lines.filter((line) => line.startsWith('[')).length, 1);
    const numbers = lines.slice(1).map((line) => Number.parseInt(line, 10));
    assert.deepEqual(
      numbers,
      Array.from(numbers, (_, index) => 1200 - numbers.length + index),
    );
    assert.ok(numbers.length > 500, `${numbers.length} rows are left`);
  });

  it('wraps the notice on a narrow screen', async () => {
    const model = create({ cols: 20, rows: 5 });
    await parse(model, `${MUCH_MARKED.repeat(20)}\r\n`.repeat(10_000));
    const [first, second] = await linesOf(model);
    assert.deepEqual([first, second?.slice(0, MUCH_MARKED.length)], [NOTICE, MUCH_MARKED]);
  });

  it('counts the output that waits, which removes rows', async () => {
    const model = create({ cols: 120, rows: 24 });
    await parse(model, 'row\r\n'.repeat(10_100));
    waiting = 4 * MB;
    await parse(model, 'row\r\n');
    assert.ok(model.bytes + waiting <= MAX_SCREEN_BYTES, `${model.bytes} bytes`);
    const lines = await linesOf(model);
    assert.equal(lines[0], NOTICE);
    assert.ok(lines.length > 7000 && lines.length < 8000, `${lines.length} rows are left`);
    waiting = 0;
    await parse(model, 'row\r\n'.repeat(10_100));
    const later = await linesOf(model);
    assert.deepEqual([later.length, later[0]], [10_023, 'row']);
  });

  it('keeps its number of rows while output waits, with the notice after each parse', async () => {
    const model = create({ cols: 120, rows: 24 });
    waiting = 4 * MB;
    await parse(model, 'row\r\n'.repeat(10_100));
    const kept = await linesOf(model);
    for (let time = 0; time < 5; time++) {
      await parse(model, 'later\r\n'.repeat(100));
      const lines = await linesOf(model);
      assert.deepEqual([lines.length, lines[0], lines[1]], [kept.length, NOTICE, 'row']);
    }
  });

  it('writes no notice once the program has removed the rest', async () => {
    const model = create({ cols: 120, rows: 24 });
    waiting = 4 * MB;
    await parse(model, 'row\r\n'.repeat(10_100));
    await parse(model, '\x1b[3J');
    await parse(model, 'row\r\n'.repeat(100));
    const [first] = await linesOf(model);
    assert.equal(first, 'row');
  });

  it('empties marked rows of a screen that alone exceeds the limit', async () => {
    const model = create({ cols: 512, rows: 256 });
    await parse(model, MUCH_MARKED.repeat(512 * 256));
    assert.ok(model.bytes <= MAX_SCREEN_BYTES, `${model.bytes} bytes`);
    const { rows } = await model.visible();
    assert.deepEqual([rows[0], rows.at(-1)], ['', MUCH_MARKED.repeat(512)]);
  });

  it('counts marks that one sequence repeats before the next one does', async () => {
    const model = create({ cols: 1000, rows: 100 });
    let most = 0;
    look = () => (most = Math.max(most, model.bytes));
    await parse(model, `${MUCH_MARKED}\x1b[1000b`.repeat(80));
    assert.ok(most > 4 * MB && most < MAX_SCREEN_BYTES + 4 * MB, `${most} bytes`);
  });

  it('limits the bytes of links', async () => {
    const model = create({ cols: 80, rows: 24 });
    const before = await bytesOf(model);
    for (let link = 0; link < 100; link++) {
      await parse(model, `\x1b]8;;http://${link}/${'x'.repeat(60_000)}\x07\x1b]8;;\x07`);
    }
    const grown = (await bytesOf(model)) - before;
    assert.ok(grown > MAX_LINK_BYTES / 2 && grown < 1.1 * MAX_LINK_BYTES, `${grown} bytes`);
  });

  it('forgets what leaves the scrollback, is erased or reset', async () => {
    const model = create({ cols: 80, rows: 24 }, 50);
    await parse(model, 'plain\r\n'.repeat(200));
    const plain = await bytesOf(model);
    for (const end of ['\r\n'.repeat(200), '\x1b[3J\x1bc', '\x1bc']) {
      await parse(model, `${MARKED.repeat(80)}\r\n`.repeat(200));
      assert.ok((await bytesOf(model)) > plain + 100_000, 'the marks are counted');
      await parse(model, `${end}${'plain\r\n'.repeat(200)}`);
      assert.equal(await bytesOf(model), plain);
    }
  });

  it('counts rows again that a resize has rearranged', async () => {
    const model = create(WIDE, 300);
    await parse(model, `${MARKED.repeat(400)}\r\n`.repeat(200));
    const before = await bytesOf(model);
    await model.resize({ cols: 150, rows: 20 });
    const after = (await bytesOf(model)) / before;
    // Of 600 narrow rows, 320 are left.
    assert.ok(after > 0.4 && after < 0.75, `${after} of the bytes are left`);
  });

  it('shrinks to a size that others need, and explains it', async () => {
    const model = create({ cols: 80, rows: 24 });
    await parse(model, 'row\r\n'.repeat(9000));
    await model.shrinkTo(2 * MB);
    assert.ok(model.bytes <= 2 * MB, `${model.bytes} bytes`);
    const [first, second] = await linesOf(model);
    assert.match(first ?? '', /^\[Agent Terminals: older rows .* all screens together .* 1 GB\]$/);
    assert.equal(second, 'row');
  });

  it('leaves the program its margins, tab stops and saved cursor', async () => {
    const model = create({ cols: 80, rows: 24 });
    const viewer = createViewer({ cols: 80, rows: 24 }, 10_000);
    const output = `${'row\r\n'.repeat(9000)}\x1b[5;9H\x1b7\x1b[3;20r\x1b[3g\x1b[3;7H\x1bH`;
    await parse(model, output);
    feed(viewer, output);
    await model.shrinkTo(4 * MB);
    const restored = createViewer({ cols: 80, rows: 24 }, 10_000);
    feedSnapshot(restored, await model.snapshot(0));
    for (const terminal of [viewer, restored]) {
      feed(terminal, '\tx\x1b8y\x1b[20;1H\n\nz');
    }
    assert.deepEqual(stateOf(restored, 0), stateOf(viewer, 0));
  });
});
