import assert from 'node:assert/strict';
import { DisposableStore } from '../../../../../src/base/lifecycle';
import type { Dimensions } from '../../../../../src/pty/ptyProcess';
import { Emulator } from '../../../../../src/pty/screen/xterm/emulator';
import { DEFAULT_LOOK } from '../../../../../src/pty/terminalLook';
import { createScreen } from '../../../../support/pty/screens';
import { createViewer, feed, stateOf, feedSnapshot } from '../../../../support/pty/terminalState';

const INPUT_BYTES = 64 * 1024;

/** The most CPU time for 64 KB, in milliseconds. Unguarded, some take hours. */
const MOST_CPU_MS = 10_000;

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
    it(`does not hang on 64 KB of ${name}`, () => {
      const held = cpuMsOf(bytes);
      assert.ok(held < MOST_CPU_MS, `took ${held} ms`);
    });
  }

  it('does not hang on random bytes, or write to the console', () => {
    const seed = Date.now() % HUGE;
    const held = withoutConsole(() => cpuMsOf(randomBytes(seed, INPUT_BYTES)));
    assert.ok(held < MOST_CPU_MS, `took ${held} ms with the seed ${seed}`);
  });

  it('does not hang on random sequences, or write to the console', () => {
    const first = Date.now() % HUGE;
    for (let seed = first; seed < first + 10; seed++) {
      const held = withoutConsole(() => cpuMsOf(randomSequences(seed)));
      assert.ok(held < MOST_CPU_MS, `took ${held} ms with the seed ${seed}`);
    }
  });

  it('does not hang on a screen of 1,000 by 1,000', () => {
    const big = { cols: 1000, rows: 1000 };
    for (const sequence of ['\x1b[2J', `\x1b[${HUGE}S`, `\x1b[${HUGE}L`, '\n']) {
      const bytes = Buffer.from('\x1b[2;999r\x1b[999;1H' + sequence.repeat(50));
      const held = cpuMsOf(bytes, big);
      assert.ok(held < MOST_CPU_MS, `${JSON.stringify(sequence)} took ${held} ms`);
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

  /** The CPU time in which `bytes` are parsed, in milliseconds. */
  function cpuMsOf(bytes: Buffer, dimensions: Dimensions = { cols: 120, rows: 40 }): number {
    const options = { dimensions, scrollback: 10_000, look: () => DEFAULT_LOOK };
    const emulator = store.add(new Emulator(options));
    const start = process.threadCpuUsage();
    emulator.parse(bytes);
    const { user, system } = process.threadCpuUsage(start);
    store.delete(emulator);
    return (user + system) / 1000;
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
function withoutConsole<T>(act: () => T): T {
  const { log, warn, error } = console;
  const logged: unknown[] = [];
  const note = (...args: unknown[]): void => void logged.push(args);
  Object.assign(console, { log: note, warn: note, error: note });
  try {
    const result = act();
    assert.deepEqual(logged, []);
    return result;
  } finally {
    Object.assign(console, { log, warn, error });
  }
}
