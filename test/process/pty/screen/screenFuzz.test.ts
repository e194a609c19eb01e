import assert from 'node:assert/strict';
import type { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import type { Dimensions } from '../../../../src/pty/ptyProcess';
import { COMPRESSION } from '../../../../src/pty/limits';
import type { Screen } from '../../../../src/pty/screen/screen';
import type { Screens } from '../../../../src/pty/screen/screens';
import { readText, readVisible } from '../../../../src/pty/screen/xterm/screenText';
import { ManualClock } from '../../../support/manualClock';
import {
  createScreen,
  createScreens,
  recordedStreams,
  STREAM_SIZE,
} from '../../../support/pty/screens';
import {
  coreOf,
  createViewer,
  feed,
  feedSnapshot,
  reportedBy,
  stateOf,
} from '../../../support/pty/terminalState';
import { searchCounterexample } from '../../../support/searchCounterexample';
import { stressSize } from '../../../support/stress';
import { useScreenWorkers } from '../../../support/pty/useScreenWorkers';

/** How long the search for a counterexample takes, in milliseconds. */
const SEARCH_MS = stressSize({ short: 800, long: 120_000 });
const RARE_SEARCH_MS = stressSize({ short: 600, long: 60_000 });
const RESIZED_SEARCH_MS = stressSize({ short: 600, long: 60_000 });

/** How much of the live stream the two terminals must agree on after the cut, in bytes. */
const LATER = 20 * 1024;

/** Rows above the screen, of both. */
const SCROLLBACK = 1000;

/** Sequences that are rare in recorded streams. Each affects later output or input, or is a query. */
const RARE = [
  ...['\x1b[>1u', '\x1b[>5u', '\x1b[<u', '\x1b[<3u', '\x1b[=7u', '\x1b[=2;3u', '\x1b[?u'],
  ...['\x1b[?2031h', '\x1b[?2031l', '\x1b[?2048;9001h', '\x1b[?1049;2048l'],
  ...['\x1b]4;1;#123456;200;rgb:1/2/3\x07', '\x1b]104;1\x1b\\', '\x1b]104\x07'],
  ...['\x1b]10;#fff;#000\x07', '\x1b]12;red\x07', '\x1b]111\x1b\\', '\x1b]4;1;?\x07'],
  ...['\x1b]9;4;1;50\x07', '\x1b]9;4;0\x07', '\x1b]9;4;3\x1b\\', '\x1b]9;text\x07'],
  ...['\x1b]7;file:///a\x07', '\x1b]9;9;/b\x1b\\', '\x1b]633;P;Cwd=/c\x07', '\x1b]633;A\x07'],
  ...['\x1b]2;title\x07', '\x1b]0;other\x07', '\x1b]1;icon\x07', '\x1b[22;0t', '\x1b[23;0t'],
  ...[
    '\x1b7',
    '\x1b8',
    '\x1b[3;9H',
    '\x1b[31;4m',
    '\x1b[m',
    '\x1bH',
    '\x1b[3g',
    '\x1b(0',
    '\x1b(B',
  ],
  ...['\x1b[?1049h', '\x1b[?1049l', '\x1b[?47h', '\x1b[?47l', '\x1b[!p', '\x1bc'],
  ...['\x1b[6n', '\x1b[?6n', '\x1b[c', '\x1b[>c', '\x1b[5n', '\x1b[>q', '\x1b[14t', '\x1b[16t'],
  ...['\x1b[?1049$p', '\x1b[?6$p', '\x1bP$qm\x1b\\', '\x1bP$qr\x1b\\', '\x1b]11;?\x07'],
  ...['text', '\r\n', '\x1b[2;5r', '\x1b[?6h', '\x1b[?6l'],
] as const;

describe('Screen with recorded streams', function () {
  this.timeout(20_000 + SEARCH_MS * 4);

  describe('parsed inline', () => {
    const clock = new ManualClock();
    const screens = createScreens({ clock });
    testSnapshots(
      () => screens,
      () => clock.advance(COMPRESSION.ms + COMPRESSION.everyMs),
    );
  });

  describe('parsed in a worker', () => {
    const workers = useScreenWorkers();
    let screens: Screens;
    before(() => (screens = workers.create()));
    testSnapshots(
      () => screens,
      () => undefined,
    );
  });
});

/** @param compress compresses the screens, where it can */
function testSnapshots(screens: () => Screens, compress: () => void): void {
  const streams = recordedStreams();

  it('returns a snapshot that equals a live terminal, for any cut and any chunks', async () => {
    const cut = fc.record({
      stream: fc.constantFrom(...streams),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      chunks: fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 20 }),
      isAnswered: fc.boolean(),
      isCompressed: fc.boolean(),
    });
    const property = fc.asyncProperty(cut, async ({ stream: { bytes }, at, ...how }) => {
      const end = Math.floor(at * bytes.length);
      await assertWhole({ bytes, end, ...how, screens: screens(), compress });
    });
    // A counterexample is printed with its seed and path, to be run again.
    await searchCounterexample(property, SEARCH_MS);
  });

  it('returns a snapshot that equals a live terminal after a resize', async () => {
    const cut = fc.record({
      stream: fc.constantFrom(...streams),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      size: fc.record({
        cols: fc.integer({ min: 2, max: 200 }),
        rows: fc.integer({ min: 2, max: 80 }),
      }),
    });
    const property = fc.asyncProperty(cut, async ({ stream: { bytes }, at, size }) => {
      const end = Math.floor(at * bytes.length);
      const how = { chunks: [9000], isAnswered: true, isCompressed: false };
      await assertWhole({ bytes, end, ...how, size, screens: screens(), compress });
    });
    await searchCounterexample(property, RESIZED_SEARCH_MS);
  });

  it('returns a snapshot that equals a live terminal within rare sequences', async () => {
    const sequences = fc.array(fc.constantFrom(...RARE), { maxLength: 30 });
    const cut = fc.record({
      before: sequences,
      after: sequences,
      inside: fc.nat({ max: 8 }),
      chunks: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
      isAnswered: fc.boolean(),
      isCompressed: fc.boolean(),
    });
    const property = fc.asyncProperty(cut, async ({ before, after, inside, ...how }) => {
      const bytes = Buffer.from([...before, ...after].join(''));
      const end = Math.min(Buffer.byteLength(before.join('')) + inside, bytes.length);
      await assertWhole({ bytes, end, ...how, screens: screens(), compress });
    });
    await searchCounterexample(property, RARE_SEARCH_MS);
  });
}

interface Cut {
  readonly bytes: Buffer;
  readonly end: number;
  /** The sizes of the chunks in turn, in bytes. */
  readonly chunks: readonly number[];
  /** Whether the screen answers the queries. */
  readonly isAnswered: boolean;
  readonly isCompressed: boolean;
  /** The size of both terminals after the cut. */
  readonly size?: Dimensions;
  readonly screens: Screens;
  readonly compress: () => void;
}

/**
 * Asserts that a terminal with the snapshot after `end` bytes equals a live one, then and later, and that the screen
 * reports the same as that one.
 */
async function assertWhole({
  bytes,
  end,
  chunks,
  isAnswered,
  isCompressed,
  size = STREAM_SIZE,
  screens,
  compress,
}: Cut): Promise<void> {
  const screen = createScreen(STREAM_SIZE, { screens });
  const reads = new Reads(screen, isAnswered);
  for (let start = 0, turn = 0; start < end; turn++) {
    const next = Math.min(end, start + (chunks[turn % chunks.length] ?? 1));
    screen.write(bytes.subarray(start, next));
    start = next;
  }
  if (isCompressed) {
    await screen.visible();
    compress();
  }
  screen.resize(size);
  const attached = createViewer(size);
  const everSince = createViewer(STREAM_SIZE);
  feedSnapshot(attached, await screen.snapshot());
  feed(everSince, bytes.subarray(0, end));
  everSince.resize(size.cols, size.rows);
  assert.deepEqual(stateOf(attached), stateOf(everSince), 'at the cut');
  await reads.assertEqual(everSince);
  const later = bytes.subarray(end, end + LATER);
  [attached, everSince].forEach((terminal) => feed(terminal, later));
  screen.write(later);
  assert.deepEqual(stateOf(attached), stateOf(everSince), 'later');
  await reads.assertReported(everSince);
  [screen, attached, everSince].forEach((one) => one.dispose());
}

/** What is read of a screen, and its answers to queries. */
class Reads {
  private answers = '';

  constructor(
    private readonly screen: Screen,
    private readonly isAnswered: boolean,
  ) {
    screen.answersQueries = isAnswered;
    screen.onAnswer((answer) => (this.answers += answer));
  }

  /** Asserts that all that is read of the screen is that of a live terminal. */
  async assertEqual(live: Terminal): Promise<void> {
    const core = coreOf(live);
    const { rows, wrapped, cursor, altScreen } = await this.screen.visible();
    assert.deepEqual({ rows, wrapped, cursor, altScreen }, readVisible(core), 'what is read');
    const text = await this.screen.text({ scrollback: SCROLLBACK });
    assert.equal(text, readText(core, SCROLLBACK), 'the text that is read');
    await this.assertReported(live);
  }

  /** Asserts that the title and the answers are those of a live terminal. */
  async assertReported(live: Terminal): Promise<void> {
    const { title } = await this.screen.visible();
    const { title: expected, answers } = reportedBy(live);
    assert.equal(title, expected, 'the title');
    assert.equal(this.answers, this.isAnswered ? answers : '', 'the answers');
  }
}
