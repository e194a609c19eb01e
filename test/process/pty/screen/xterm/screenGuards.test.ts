import assert from 'node:assert/strict';
import { DisposableStore } from '../../../../../src/base/lifecycle';
import type { Dimensions } from '../../../../../src/pty/ptyProcess';
import { XtermEngine } from '../../../../../src/pty/screen/xterm/xtermEngine';
import { ScreenScheduler } from '../../../../../src/pty/screen/screenScheduler';
import { createScreen } from '../../../../support/pty/screens';
import { createViewer, feed, stateOf, feedSnapshot } from '../../../../support/pty/terminalState';

const INPUT_BYTES = 64 * 1024;

/** The longest time for which 64 KB may block the event loop, in milliseconds of CPU time. */
const MOST_HELD_MS = 100;

/** How often an input is measured that seems to block it for longer. */
const RUNS = 3;

const HUGE = 2_147_483_647;

/** `sequence` as often as 64 KB have room for it, after `begin`. */
function repeated(sequence: string, begin = ''): Buffer {
  const times = Math.floor((INPUT_BYTES - begin.length) / Buffer.byteLength(sequence));
  return Buffer.from(begin + sequence.repeat(times));
}

const FINALS = [...'@ABCDEFGHIJKLMPSTXZ`abdefghlmnqrstu'];

const HOSTILE: Readonly<Record<string, Buffer>> = {
  ...Object.fromEntries(
    FINALS.map((final) => [`CSI ${HUGE} ${final}`, repeated(`\x1b[${HUGE}${final}`)]),
  ),
  ...Object.fromEntries(
    [' @', ' A', "'}", "'~"].map((final) => [
      `CSI ${HUGE} ${final}`,
      repeated(`\x1b[${HUGE}${final}`),
    ]),
  ),
  'a repeated character with marks': repeated(`a\u0301\u0301\x1b[${HUGE}b`),
  'full resets': repeated('\x1bcwhat a program writes'),
  'test patterns': repeated('\x1b#8'),
  'changes of the buffer': repeated('\x1b[?1049h\x1b[?1049l'),
  'a link over thousands of rows': repeated('x\n', '\x1b]8;;http://a\x07'),
  'thousands of links': repeated('\x1b]8;;http://a\x07x\r\n'),
  'marks without a character': repeated('\u0301'),
  'marks on one character': repeated('\u0301', 'a'),
  'line feeds in a region': repeated('\n', '\x1b[2;39r\x1b[39;1H'),
  'reverse line feeds': repeated('\x1bM'),
  'inserted characters': repeated('ab\r', '\x1b[4h'),
  'an endless line': repeated('x'),
  'an endless title': repeated('x', '\x1b]0;'),
  'a palette': repeated('1;#fff;', '\x1b]4;'),
  'changes of a palette': repeated('\x1b]4;1;#fff\x07'),
  'queries of a palette': Buffer.concat([repeated('1;?;', '\x1b]4;'), Buffer.from('\x07')]),
  'keyboard flags': repeated('\x1b[>1u'),
  'pops of keyboard flags': repeated(`\x1b[<${HUGE}u`),
  'unknown modes': repeated('\x1b[?7777;8888;9999h'),
  queries: repeated('\x1b[c'),
  'requests for status': repeated('\x1bP$qm\x1b\\'),
  parameters: repeated('1;', '\x1b['),
};

/** The parts of hostile output. */
const PARTS = [
  ...[
    '\x1b[',
    '\x1b[?',
    '\x1b[>',
    '\x1b]',
    '\x1b]8;;http://a',
    '\x1bP',
    '\x1bP$q',
    '\x1b_',
    '\x1b',
  ],
  ...[String(HUGE), '99999', '2', ';', ...FINALS, '#8', 'c', '(0', '!p', ' @', "'}"],
  ...['\x1b[?1049h', '\x1b[?1049l', '\x1b[2;39r', '\x1b[4h', '\x1b[6n', '\x1b\\', '\x07', '\x18'],
  ...['\n', '\t', '\r\n', 'text', '日本', 'a\u0301', '\u0301', '👩‍👩‍👧', '\u009b', '\u009d'],
];

describe('guardTerminal', function () {
  this.timeout(60_000);

  const store = new DisposableStore();
  after(() => store.dispose());

  for (const [name, bytes] of Object.entries(HOSTILE)) {
    it(`does not let 64 KB of ${name} block the event loop`, async () => {
      const held = await heldBy(bytes);
      assert.ok(held < MOST_HELD_MS, `blocked for ${held} ms`);
    });
  }

  it('does not let random bytes block the event loop or write to the console', async () => {
    const seed = Date.now() % HUGE;
    const held = await withoutConsole(() => heldBy(randomBytes(seed, INPUT_BYTES)));
    assert.ok(held < MOST_HELD_MS, `blocked for ${held} ms with the seed ${seed}`);
  });

  it('does not let random sequences block the event loop or write to the console', async () => {
    const first = Date.now() % HUGE;
    for (let seed = first; seed < first + 10; seed++) {
      const held = await withoutConsole(() => heldBy(randomSequences(seed)));
      assert.ok(held < MOST_HELD_MS, `blocked for ${held} ms with the seed ${seed}`);
    }
  });

  it('does not let output block the event loop on a screen of 1,000 by 1,000', async () => {
    const big = { cols: 1000, rows: 1000 };
    for (const sequence of ['\x1b[2J', `\x1b[${HUGE}S`, `\x1b[${HUGE}L`, '\n']) {
      const bytes = Buffer.from('\x1b[2;999r\x1b[999;1H' + sequence.repeat(50));
      const held = await heldBy(bytes, big);
      assert.ok(held < MOST_HELD_MS, `${JSON.stringify(sequence)} blocked for ${held} ms`);
    }
  });

  const SAME = [
    ['3S', 'S'],
    ['2T', 'T'],
    ['3L', 'L'],
    ['2M', 'M'],
    ['99S', 'S'],
    ['99T', 'T'],
    ['99L', 'L'],
    ['99M', 'M'],
    ['1J', 'erase above'],
    ['?1J', 'erase above, except protected characters'],
  ] as const;
  for (const [sequence, name] of SAME) {
    it(`behaves like an unguarded terminal on CSI ${sequence} (${name})`, async () => {
      const before = `${'one two\r\n'.repeat(12)}\x1b[2;7r\x1b[44m\x1b[4;20H`;
      assert.deepEqual(
        await screenAfter(`${before}\x1b[${sequence}x`),
        viewerAfter(`${before}\x1b[${sequence}x`),
      );
    });
  }

  it('erases all with the one sequence on which xterm.js throws', async () => {
    const screen = createScreen({ cols: 10, rows: 3 });
    screen.write(Buffer.from('aaa\r\nbbb\r\nccc\x1b[3;10H\x1b[1J\x1b[2;1Hrest'));
    assert.equal(await screen.text(), '\nrest');
    screen.dispose();
  });

  it('keeps little of an unterminated string of 10 MB, and shows the output after it', async () => {
    for (const begin of ['\x1b]0;', '\x1bPq', '\x1b_', '\x1b]52;c;']) {
      const screen = createScreen({ cols: 20, rows: 3 });
      screen.write(Buffer.from(begin));
      const chunk = Buffer.alloc(64 * 1024, 'x');
      for (let sent = 0; sent < 10 * 1024 * 1024; sent += chunk.length) {
        screen.write(chunk);
      }
      const { tail, screen: text } = await screen.snapshot();
      assert.ok(tail.length <= 2 * 64 * 1024, `${tail.length} bytes of ${JSON.stringify(begin)}`);
      assert.ok(text.length < 1024, `${text.length} characters of ${JSON.stringify(begin)}`);
      screen.write(Buffer.from('\x1b\\after'));
      assert.equal(await screen.text(), 'after');
      screen.dispose();
    }
  });

  it('ignores a title above the limit of strings', async () => {
    const screen = createScreen({ cols: 20, rows: 3 });
    screen.write(Buffer.from(`\x1b]0;short\x07\x1b]0;${'x'.repeat(1024 * 1024)}\x07after`));
    const { screen: text } = await screen.snapshot();
    assert.ok(text.includes('short') && text.includes('after') && text.length < 1024);
    screen.dispose();
  });

  it('limits the combining marks of a cell', async () => {
    const screen = createScreen({ cols: 20, rows: 3 });
    screen.write(Buffer.from('a' + '\u0301'.repeat(200_000)));
    assert.ok((await screen.text({ scrollback: 1000 })).length < 200_100);
    assert.ok((await screen.text()).length < 20 * 3 * 40);
    screen.dispose();
  });

  /**
   * The longest time between two turns of the event loop while `bytes` are parsed, in milliseconds of
   * CPU time. It is the least of some runs, since the load of other programs does not affect each.
   */
  async function heldBy(bytes: Buffer, size?: Dimensions): Promise<number> {
    let least = Infinity;
    for (let run = 0; run < RUNS && least >= MOST_HELD_MS; run++) {
      least = Math.min(least, await heldOnceBy(bytes, size));
    }
    return least;
  }

  async function heldOnceBy(
    bytes: Buffer,
    size: Dimensions = { cols: 120, rows: 40 },
  ): Promise<number> {
    const model = store.add(
      new XtermEngine({
        dimensions: size,
        scrollback: 10_000,
        scheduler: new ScreenScheduler(),
        waitingBytes: () => 0,
      }),
    );
    let longest = 0;
    let last = process.threadCpuUsage();
    let isOver = false;
    const look = (): void => {
      const { user, system } = process.threadCpuUsage(last);
      longest = Math.max(longest, (user + system) / 1000);
      last = process.threadCpuUsage();
      if (!isOver) {
        setImmediate(look);
      }
    };
    look();
    longest = 0;
    await model.parse(bytes);
    isOver = true;
    look();
    store.delete(model);
    return longest;
  }
});

async function screenAfter(output: string): Promise<unknown> {
  const size = { cols: 30, rows: 8 };
  const screen = createScreen(size);
  screen.write(Buffer.from(output));
  const viewer = createViewer(size);
  feedSnapshot(viewer, await screen.snapshot());
  screen.dispose();
  return stateOf(viewer);
}

function viewerAfter(output: string): unknown {
  const viewer = createViewer({ cols: 30, rows: 8 });
  feed(viewer, output);
  return stateOf(viewer);
}

/** 64 KB of parts of sequences that depend only on the seed. */
function randomSequences(seed: number): Buffer {
  const parts: string[] = [];
  let length = 0;
  for (const byte of randomBytes(seed, INPUT_BYTES)) {
    const part = PARTS[byte % PARTS.length] ?? '';
    parts.push(part);
    length += Buffer.byteLength(part);
    if (length > INPUT_BYTES) {
      break;
    }
  }
  return Buffer.from(parts.join('')).subarray(0, INPUT_BYTES);
}

/** Bytes that depend only on the seed (a linear congruential generator). */
function randomBytes(seed: number, length: number): Buffer {
  let value = seed;
  return Buffer.from(
    Array.from({ length }, () => {
      value = (Math.imul(value, 1_103_515_245) + 12_345) & 0x7fffffff;
      return value >>> 16;
    }),
  );
}

/** Fails if `act` logs anything. */
async function withoutConsole<T>(act: () => Promise<T>): Promise<T> {
  const { log, warn, error } = console;
  const logged: unknown[] = [];
  const note = (...args: unknown[]): void => void logged.push(args);
  Object.assign(console, { log: note, warn: note, error: note });
  try {
    const result = await act();
    assert.deepEqual(logged, []);
    return result;
  } finally {
    Object.assign(console, { log, warn, error });
  }
}
