import assert from 'node:assert/strict';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import { drawnScreen } from '../../../../support/status/drawnScreen';

const HEIGHT = 24;
const TEXT = 'A text of the agent that is long enough to be covered by a panel in front';
const INSIDE = 40;
const KEYS = '↑↓ select · Enter confirm · Esc cancel';
const MENU = ['Delete the session', '', '▶ Delete', '  Keep', '', KEYS];
const LEFT = 16;
const TOP = 8;

const pad = (row: string): string => ` ${row}`.padEnd(INSIDE);
const framed = (rows: readonly string[]): readonly string[] => [
  `┌${'─'.repeat(INSIDE)}┐`,
  ...rows.map((row) => `│${pad(row)}│`),
  `└${'─'.repeat(INSIDE)}┘`,
];
const FRAMED = framed(MENU);
const BARE = MENU.map((row) => `  ${row}`.padEnd(INSIDE + 2));

/** The rows of a panel over those of a text. */
function cover(
  panel: readonly string[],
  { top = TOP, left = LEFT, text = (_at: number): string => TEXT } = {},
): readonly string[] {
  return Array.from({ length: HEIGHT }, (_, at) => {
    const shown = panel[at - top];
    const row = text(at).padEnd(TEXT.length);
    return shown === undefined ? row : row.slice(0, left) + shown + row.slice(left + shown.length);
  });
}

const read = (rows: readonly string[]): string | undefined => {
  const state = readLikely(drawnScreen(rows, HEIGHT))?.state;
  return state?.kind === 'needsInput' ? state.question : undefined;
};

describe('a panel in the middle of the screen', () => {
  const alone = (rows: readonly string[], top: number): readonly string[] =>
    cover(rows, { top, text: (at) => (at === 0 || at > 17 ? TEXT : '') });
  const rightOf = (at: number): string => (at > 2 && at < 20 ? '' : TEXT);
  const short = (at: number): string => (at === 0 ? TEXT : 'Yes.');
  const near = (at: number): string => (at === 0 || at === TOP - 1 || at > 17 ? TEXT : '');
  const noTitle = [...MENU.slice(0, -1), '↵ Select • ← → Expand', '↑↓ Navigate • Type search'].map(
    (row) => `  ${row}`.padEnd(INSIDE + 2),
  );
  const footer = ' '.repeat(30) + 'A tip';
  const marked = (column: number) => (at: number) =>
    at > 16 && at < 23 ? `${' '.repeat(column)}→ a${TEXT.slice(column + 3)}` : TEXT;
  const beside = (top: number): readonly string[] =>
    cover(BARE, { top, text: rightOf }).map((row, at) =>
      at > 9 && at < 14 ? `${row.padEnd(62).slice(0, 62)}and more of it` : row,
    );

  for (const [name, rows] of Object.entries({
    'with a frame': cover(FRAMED),
    'without a frame': cover(BARE, { top: TOP + 1 }),
    'beside characters of no column': cover(FRAMED).map((row, at) =>
      at % 2 === 0 ? row : row.replace('A te', 'A te\u0301'),
    ),
    'over blank rows': alone(BARE, TOP + 1),
    'with text on its right only': beside(TOP + 1),
    'over blank rows, far above a footer': cover(BARE, {
      top: TOP + 1,
      text: (at) => (at === 0 || at > 20 ? TEXT : at === 20 ? footer : ''),
    }),
    'above rows with marks in the right half': cover(BARE, { top: TOP + 1, text: marked(50) }),
    'over a whole screen of short rows': cover(BARE, { top: TOP + 1, text: short }),
  })) {
    it(`is found ${name}`, () => assert.equal(read(rows), 'Delete the session'));
  }

  for (const before of [1, 2, 3, 4]) {
    it(`is found without a frame, ${before} columns before its mark`, () => {
      const rows = [...MENU.slice(0, -1), 'Enter confirm · Esc cancel'];
      const panel = rows.map((row) => (' '.repeat(before) + row).padEnd(INSIDE + 2));
      assert.equal(read(cover(panel, { top: TOP + 1 })), 'Delete the session');
    });
  }

  /** A panel at the left over a text of short rows, some of which it cuts. */
  const overShort = (
    panel: readonly string[],
    { cut = [5, 7], mark = '', word = 'Servers', end = 20 } = {},
  ): readonly string[] =>
    Array.from({ length: HEIGHT }, (_, at) => {
      const row = panel[at - TOP - 1];
      const text = cut.includes(at) ? `${mark}${word}`.slice(0, 6) : '';
      return row === undefined ? (at === 0 || at > end ? TEXT : text) : `${text.padEnd(6)}${row}`;
    });

  it('is found by its keys and a text that it cuts', () => {
    assert.equal(read(overShort(BARE, { end: 15 })), 'Delete the session');
    assert.equal(read(overShort(BARE, { end: 15, cut: [] })), undefined);
    assert.equal(read(overShort(BARE, { end: 15, cut: [3] })), undefined, 'too far away');
    const below = (at: number) => overShort(BARE, { cut: [at] }).with(TOP, 'Something longer');
    assert.equal(read(below(18)), 'Delete the session');
    assert.equal(read(below(19)), undefined, 'too far below');
    assert.equal(read(overShort(BARE, { end: 15, word: 'Serve.' })), undefined, 'a sentence');
    assert.equal(read(overShort(BARE, { end: 15, mark: '12 ' })), undefined, 'line numbers');
    assert.equal(read(overShort(BARE, { end: 15, mark: 'a:1:' })), undefined, 'names of files');
    assert.equal(read(overShort(BARE, { end: 15 }).slice(0, 20)), undefined, 'not a whole screen');
    const higher = overShort(BARE, { end: 15 }).with(8, 'Something longer');
    assert.equal(read(higher), undefined, 'text between it and the panel');
  });

  it('is found without keys by three texts that it cuts, of which the rows have nothing else', () => {
    const noKeys = BARE.slice(0, -2);
    assert.equal(read(overShort(noKeys, { cut: [6, 7, 8] })), 'Delete the session');
    assert.equal(read(overShort(noKeys, { cut: [7, 8] })), undefined);
    assert.equal(read(overShort(noKeys, { cut: [9, 11, 12] })), undefined);
  });

  const gapIn = (side: RegExp): readonly string[] =>
    FRAMED.map((row, at) => (at === 3 ? row.replace(side, ' ') : row));
  const numbers = (at: number): string => (at === 0 ? TEXT : `${String(at).padStart(4)}:`);
  const files = (at: number): string => (at === 0 ? TEXT : `src/a.ts:${at}:`);
  const request = framed(['Run it', 'y approve · n deny · esc cancel']);

  for (const [name, rows] of Object.entries({
    'with a frame, above the middle': cover(FRAMED, { top: 2 }),
    'with a frame, left of the middle': cover(FRAMED, { left: 10 }),
    'with a frame that is open at its right': cover(gapIn(/│$/)),
    'with a frame that is open below': cover(FRAMED.slice(0, -1)),
    'with a frame that is open at its left': cover(gapIn(/^│/)),
    'with a frame, behind line numbers': cover(FRAMED, { text: numbers }),
    'with a frame, behind names of files': cover(FRAMED, { text: files }),
    'without a frame, above the middle': cover(BARE, { top: 2 }),
    'without a frame, behind line numbers': cover(BARE, { top: TOP + 1, text: numbers }),
    'with a frame, behind four boxes': cover(FRAMED, {
      text: (at) => (at === TOP ? '┌┌┌┌' : TEXT),
    }),
    'without a frame, above many rows with marks': cover(BARE, { top: TOP + 1, text: marked(10) }),
    'without a frame, with a longer marked row': cover(
      BARE.map((row) => (row.includes('▶') ? row.trimEnd() + TEXT : row)),
      { top: TOP + 1 },
    ),
    'without keys': cover(BARE.slice(0, -1), { top: TOP + 1 }),
    'without keys, over blank rows': alone(BARE.slice(0, -1), TOP + 2),
    'over blank rows, near text': cover(BARE, { top: TOP + 1, text: near }),
    'with one of two rows of keys that chooses, and none that leaves': cover(noTitle, {
      top: TOP,
    }),
    'over blank rows, one row below the middle': alone(BARE, TOP + 2),
    'with text on its right only, one row below the middle': beside(TOP + 2),
    'of a request that fills less than half of the screen': cover(request, { left: 0, top: 3 }),
  })) {
    it(`is not found ${name}`, () => assert.equal(read(rows), undefined));
  }

  it('is found at the left edge if it fills half of the screen and its keys answer a request', () => {
    const long = framed([
      ...Array.from({ length: 12 }, () => 'rm -r dist'),
      'y approve · n deny · esc cancel',
    ]);
    assert.ok(readLikely(drawnScreen(cover(long, { left: 0, top: 5 }), HEIGHT)));
    const open = long.map((row) => row.replace('y approve · n deny', 'y  · n  '));
    assert.equal(read(cover(open, { left: 0, top: 5 })), undefined);
  });
});
