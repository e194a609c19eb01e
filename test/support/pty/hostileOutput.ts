import type { Dimensions } from '../../../src/pty/ptyProcess';

/** Output that a screen repeats, with changes of its size in between. */
export interface HostileOutput {
  readonly sizes: readonly [Dimensions, ...Dimensions[]];
  readonly pieces: readonly string[];
}

/** Returns a number from 0 to less than `limit`. */
export type Random = (limit: number) => number;

const MARKS = ['\u0301', '\u0e47', '\u{e0100}'] as const;
const CHARACTERS = ['e', 'é', 'あ', '🐕'] as const;
const COLS = [2, 10, 40, 80, 120, 200, 400, 1000] as const;
const ROWS = [1, 24, 60, 131] as const;
const MOST_PIECES = 10;
const MOST_SIZES = 3;

/** Each returns a piece of output that makes a terminal hold memory, or drop it. */
const PIECES: readonly ((random: Random) => string)[] = [
  (random) => pick(random, CHARACTERS).repeat(1 + random(3)),
  (random) => pick(random, CHARACTERS) + pick(random, MARKS).repeat(1 + random(33)),
  (random) => `${pick(random, CHARACTERS)}${pick(random, MARKS)}`.repeat(80),
  () => '\r\n',
  () => '\n',
  (random) => `\x1b[${1 + random(1000)}G`,
  (random) => `\x1b[${1 + random(1000)}b`,
  () => '\x1b[4m',
  (random) => `\x1b[4:3;58;2;${random(256)};${random(256)};${random(256)}m`,
  () => '\x1b[38;2;1;2;3;48;2;4;5;6m',
  () => '\x1b[m',
  (random) => `\x1b]8;;http://${random(1e9)}/${'x'.repeat(random(3000))}\x07`,
  () => '\x1b]8;;\x07',
  () => '\x1b#8',
  () => '\x1b[?1049h',
  () => '\x1b[?1049l',
  () => '\x1b[3J',
  () => '\x1b[H',
  () => '\x1b7',
  () => '\x1b8',
  () => '\x1b[4h',
  (random) => `\x1b[${1 + random(20)}@`,
  (random) => `\x1b[${1 + random(30)}S`,
  (random) => `\x1b[2;${3 + random(20)}r`,
  () => '\x1b[r',
  (random) => `\x1b]2;${'t'.repeat(random(60_000))}\x07`,
];

/** Random numbers that depend only on the seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

export function hostileOutput(random: Random): HostileOutput {
  const pieces = Array.from({ length: 1 + random(MOST_PIECES) }, () => pieceOf(random));
  const more = Array.from({ length: random(MOST_SIZES) }, () => sizeOf(random));
  return { sizes: [sizeOf(random), ...more], pieces };
}

/** The same output with one piece or size changed, added or removed. */
export function mutate({ sizes, pieces }: HostileOutput, random: Random): HostileOutput {
  if (random(4) === 0) {
    const [, ...more] = sizes;
    return { sizes: [sizeOf(random), ...more], pieces };
  }
  const at = random(pieces.length);
  const [removed, added] = [random(2), random(3)];
  const changed = pieces.toSpliced(at, removed, ...(added > 0 ? [pieceOf(random)] : []));
  return { sizes, pieces: changed.length > 0 ? changed : pieces };
}

function pieceOf(random: Random): string {
  return pick(random, PIECES)(random);
}

function sizeOf(random: Random): Dimensions {
  return { cols: pick(random, COLS), rows: pick(random, ROWS) };
}

function pick<T>(random: Random, values: readonly T[]): T {
  const value = values[random(values.length)];
  if (value === undefined) {
    throw new Error('The list is empty.');
  }
  return value;
}
