import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import type { Screen } from '../../../../src/pty/screen/screen';
import { UNPARSED_BYTES } from '../../../../src/pty/limits';
import { createScreen } from '../../../support/pty/screens';
import { createViewer, feed, feedSnapshot, stateOf } from '../../../support/pty/terminalState';
import { waitFor } from '../../../support/waitFor';

const bytes = (text: string): Uint8Array => Buffer.from(text);

describe('Screen', () => {
  let screen: Screen;

  beforeEach(() => {
    screen = createScreen({ cols: 20, rows: 5 });
  });

  afterEach(() => screen.dispose());

  it('answers a query that was split while an answer was due', async () => {
    const answers: string[] = [];
    screen.onAnswer((answer) => answers.push(answer));
    screen.answersQueries = true;
    screen.write(bytes('\x1b[6n'));
    screen.write(bytes('a\x1b['));
    await waitFor(() => answers.length === 1, { limitMs: 30_000, what: 'the first answer' });
    await turnsOfTheLoop();
    screen.write(bytes('6n'));
    await waitFor(() => answers.length === 2, { limitMs: 30_000, what: 'the second answer' });
    assert.deepEqual(answers, ['\x1b[1;1R', '\x1b[1;2R']);
  });

  it('requests a pause of its source while too much output waits', async () => {
    const calls: string[] = [];
    screen.onPressure((call) => calls.push(call));
    screen.write(new Uint8Array(UNPARSED_BYTES.high + 1).fill(0x78));
    assert.deepEqual(calls, ['high']);
    await screen.text();
    assert.deepEqual(calls, ['high', 'low']);
  });

  it('returns the output up to the call of text(), and none after it', async () => {
    screen.write(bytes('one'));
    const first = screen.text();
    screen.write(bytes(' two'));
    const second = screen.text();
    screen.write(bytes(' three'));
    assert.deepEqual([await first, await second], ['one', 'one two']);
  });

  it('gives each of ten viewers that attach during a flood a stream without a gap', async () => {
    const lines = Array.from({ length: 3000 }, (_, index) =>
      bytes(`\x1b[3${index % 8}mline ${index}\r\n`),
    );
    const viewers: { readonly at: number; readonly snapshot: ReturnType<Screen['snapshot']> }[] =
      [];
    lines.forEach((line, at) => {
      if (at % 300 === 7) {
        viewers.push({ at, snapshot: screen.snapshot() });
      }
      screen.write(line);
    });
    const everSince = createViewer({ cols: 20, rows: 5 });
    lines.forEach((line) => feed(everSince, line));
    for (const { at, snapshot } of viewers) {
      const viewer = createViewer({ cols: 20, rows: 5 });
      feedSnapshot(viewer, await snapshot);
      lines.slice(at).forEach((line) => feed(viewer, line));
      assert.deepEqual(stateOf(viewer), stateOf(everSince));
    }
    assert.equal(viewers.length, 10);
  });

  it('resizes among writes, and clamps sizes that no terminal can have', async () => {
    screen.write(bytes('0123456789'));
    screen.resize({ cols: 5, rows: 5 });
    screen.write(bytes('\x1b[1;5Hx'));
    assert.deepEqual((await screen.snapshot()).dimensions, { cols: 5, rows: 5 });
    for (const [requested, got] of [
      [
        { cols: 0, rows: 0 },
        { cols: 2, rows: 1 },
      ],
      [
        { cols: 10_000, rows: 10_000 },
        { cols: 1000, rows: 131 },
      ],
      [
        { cols: Number.NaN, rows: 7 },
        { cols: 1000, rows: 7 },
      ],
    ] as const) {
      screen.resize(requested);
      assert.deepEqual((await screen.snapshot({ scrollback: 0 })).dimensions, got);
    }
  });

  it('accepts a thousand resizes in a row, and has the size of the last one', async () => {
    screen.write(bytes('text\r\n'.repeat(500)));
    for (let cols = 20; cols < 1020; cols++) {
      screen.resize({ cols: 20 + (cols % 60), rows: 5 });
    }
    assert.deepEqual((await screen.snapshot({ scrollback: 0 })).dimensions, { cols: 79, rows: 5 });
  });

  describe('text', () => {
    it('joins wrapped rows, and omits trailing blanks', async () => {
      screen.write(bytes(`${'0123456789'.repeat(3)}  \r\n\r\nend   \r\n`));
      assert.equal(await screen.text(), `${'0123456789'.repeat(3)}\n\nend`);
    });

    it('joins rows that wrapped early before a wide character', async () => {
      screen.write(bytes(`${'x'.repeat(19)}日本`));
      assert.equal(await screen.text(), `${'x'.repeat(19)}日本`);
    });

    it('includes as many rows of the scrollback as requested', async () => {
      screen.write(bytes(Array.from({ length: 12 }, (_, index) => `line ${index}`).join('\r\n')));
      assert.equal((await screen.text()).split('\n')[0], 'line 7');
      assert.equal((await screen.text({ scrollback: 3 })).split('\n')[0], 'line 4');
      assert.equal((await screen.text({ scrollback: 99 })).split('\n')[0], 'line 0');
    });

    it('returns the alternate screen while it is shown', async () => {
      screen.write(bytes('shell\x1b[?1049h\x1b[Hfull screen'));
      assert.equal(await screen.text({ scrollback: 99 }), 'full screen');
    });
  });

  describe('visible', () => {
    it('returns each row, the cursor and the title', async () => {
      screen.write(bytes(`${'above\r\n'.repeat(9)}${'x'.repeat(25)}\x1b]2;title\x07 end  `));
      assert.deepEqual(await screen.visible(), {
        rows: ['above', 'above', 'above', 'x'.repeat(20), 'xxxxx end'],
        wrapped: [4],
        cursor: { row: 4, column: 11 },
        altScreen: false,
        title: 'title',
      });
    });

    it('returns the alternate screen while it is shown', async () => {
      screen.write(bytes('\x1b]0;title\x07shell\x1b[?1049h\x1b[2;3Hfull'));
      assert.deepEqual(await screen.visible(), {
        rows: ['', '  full', '', '', ''],
        wrapped: [],
        cursor: { row: 1, column: 6 },
        altScreen: true,
        title: 'title',
      });
    });
  });

  describe('dispose', () => {
    it('rejects a waiting and a later request', async () => {
      screen.write(new Uint8Array(UNPARSED_BYTES.high).fill(0x78));
      const waiting = screen.text();
      const second = screen.snapshot();
      screen.dispose();
      for (const look of [second, screen.text()]) {
        await assert.rejects(look, (error) => SessionError.is(error, 'SESSION_NOT_FOUND'));
      }
      await waiting.catch(() => undefined);
    });

    it('ignores later writes and resizes', async () => {
      await screen.text();
      screen.dispose();
      screen.write(bytes('x'));
      screen.resize({ cols: 9, rows: 9 });
      screen.dispose();
      await assert.rejects(screen.text(), { code: 'SESSION_NOT_FOUND' });
    });
  });
});

async function turnsOfTheLoop(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
