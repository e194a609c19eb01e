import fc from 'fast-check';
import { recordedStreams } from './screens';

const WORDS = [
  'text',
  'a longer word',
  'naïve',
  '成功',
  'e\u0301',
  '\t',
  '👍🏽',
  '|',
  ' ',
  '0123456789'.repeat(4),
];
const PENS = [
  '\x1b[m',
  '\x1b[0m',
  '\x1b[31m',
  '\x1b[0;1;44m',
  '\x1b[;7m',
  '\x1b[38;2;1;2;3m',
  '\x1b[4:3m',
  '\x1b[48:5:9m',
  '\x1b[1"q',
];
/** Sequences that the lines of a log may contain. */
const IN_LINES = [
  '\r',
  '\x07',
  '\x1b[K',
  '\x1b[2K',
  '\x1b[5G',
  '\x1b[3C',
  '\x1b[2D',
  '\x1b[2X',
  '\x1b[@',
  '\x1b[P',
  '\x1b]0;title\x07',
  '\x1b]2;other\x1b\\',
  '\x1b]8;;http://a?b\x1b\\',
  '\x1b]8;;\x07',
  '\x1b]9;4;1;20\x07',
  '\x1b]7;file:///a\x07',
  '\x1b]633;P;Cwd=/b\x07',
  '\x1b[?25l',
  '\x1b[?25h',
  '\x1b[?2004h',
  '\x1b[?1;1004h',
  '\x1b[?7l',
  '\x1b[?7h',
  '\x1b[4h',
  '\x1b[4l',
  '\x1b[20h',
  '\x1b[20l',
  '\x1b[3 q',
  '\x1b(0',
  '\x1b)0',
  '\x1b(B',
  '\x1bn',
  '\x1b~',
  '\x1b=',
  '\x1b>',
  '\x1b[?45h',
];
/** Sequences that move the cursor or change other cells. */
const MOVES = [
  '\x1b[A',
  '\x1b[2B',
  '\x1b[2;9H',
  '\x1b[H',
  '\x1b[J',
  '\x1b[2J',
  '\x1b[3J',
  '\x1b[L',
  '\x1b[2M',
  '\x1b[S',
  '\x1b[T',
  '\x1bM',
  '\x1bD',
  '\x1bE',
  '\b',
  '\x1b[2d',
];
const CLEARS = [
  '\x1b[2J\x1b[3J\x1b[H',
  '\x1b[H\x1b[2J\x1b[3J',
  '\x1b[3J\x1b[H\x1b[2J',
  '\x1b[1;1H\x1b[2J\x1b[3J',
  '\x1bc',
];
/** Sequences before which output must not be skipped, and some that only resemble others. */
const HAZARDS = [
  '\x1b7',
  '\x1b8',
  '\x1b[s',
  '\x1b[u',
  '\x1b[?1048h',
  '\x1b[?1049h',
  '\x1b[?1049l',
  '\x1b[?47h',
  '\x1b[?47l',
  '\x1bH',
  '\x1b[g',
  '\x1b[3g',
  '\x1b[2;3r',
  '\x1b[r',
  '\x1b[?6h',
  '\x1b[?6l',
  '\x1b[3b',
  '\x1b[!p',
  '\x0e',
  '\x0f',
  '\x0b',
  '\x1b#8',
  '\x1b[c',
  '\x1b[6n',
  '\x1bP$qm\x1b\\',
  '\x1bP',
  '\x1b]0;cut',
  '\x1b[3',
  '\x1b',
  '\x1b_x\x1b\\',
  '\x18',
  '\u009b31m',
  '\u0085',
  '\u0088',
  '\x1b[2J\x1b[3J',
  '\x1b[2J\x1b[H',
  '\x1b[?2J',
  '\x1b[3\n1m',
  '\x1b]8;;a\nb\x07',
  '\x1b]4;1;#fff\x07',
];
const NOT_TEXT = ['\xc2', '\xe2\x82', '\xff', '\xf0\x9f', '\xc2\x1b[31m', '\xe0\x82\x9b'].map(
  (text) => Buffer.from(text, 'latin1'),
);

const line = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 24, arbitrary: fc.constantFrom(...WORDS) },
        { weight: 12, arbitrary: fc.constantFrom(...PENS) },
        { weight: 4, arbitrary: fc.constantFrom(...IN_LINES) },
        { weight: 1, arbitrary: fc.constantFrom(...MOVES) },
      ),
      { maxLength: 6 },
    ),
    fc.constantFrom('\r\n', '\r\n', '\n'),
  )
  .map(([texts, end]) => Buffer.from([...texts, end].join('')));

const log = fc
  .tuple(fc.array(line, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 30 }))
  .map(([lines, times]) => Buffer.concat(Array<Buffer[]>(times).fill(lines).flat()));

const streams = recordedStreams();
const recorded = fc
  .record({
    stream: fc.constantFrom(...streams),
    at: fc.nat(),
    length: fc.integer({ min: 1, max: 3000 }),
  })
  .map(({ stream: { bytes }, at, length }) =>
    bytes.subarray(at % bytes.length, (at % bytes.length) + length),
  );

const oneOf = (texts: readonly string[]): fc.Arbitrary<Buffer> =>
  fc.constantFrom(...texts).map((text) => Buffer.from(text));

/** Output of various programs, in pieces: mostly logs and clears, with sequences that interfere. */
export const outputPieces: fc.Arbitrary<Buffer[]> = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: log },
    { weight: 3, arbitrary: oneOf(CLEARS) },
    { weight: 2, arbitrary: oneOf(MOVES) },
    { weight: 2, arbitrary: oneOf(IN_LINES) },
    { weight: 2, arbitrary: oneOf(HAZARDS) },
    { weight: 1, arbitrary: fc.constantFrom(...NOT_TEXT) },
    { weight: 1, arbitrary: recorded },
  ),
  { minLength: 1, maxLength: 12 },
);
