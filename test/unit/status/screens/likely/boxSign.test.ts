import assert from 'node:assert/strict';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import type { ReadableScreen } from '../../../../../src/status/screens/screenParts';

const KEYS = '(Use Enter to select, Esc to close)';
const ENTRIES = [
  'Select a colour      Sample',
  '  Red               ███',
  '  Blue              abc',
];

describe('a box whose last row names its keys', () => {
  for (const [name, rows] of Object.entries({
    'columns beside a list': [...ENTRIES, '', KEYS],
    'a setting with values': [
      'Settings',
      '  Red   yes',
      '  Blue   no',
      '↑↓ navigate · enter select',
    ],
    'keys of which another is first': [
      'Settings',
      '  Red   yes',
      '  Blue   no',
      's sort · enter edit · esc close',
    ],
    'keys above a box with a preview': [
      ...ENTRIES,
      '↑/↓ to navigate · Enter to select · Esc to close',
      '',
      '┌──────────────────────────────────────────────┐',
      '│ Preview                                      │',
      '└──────────────────────────────────────────────┘',
    ],
    'a menu above a note': [
      'Select a model',
      '● 1. Fast',
      '  2. Good',
      '> The flag --model does it as well.',
      '(Press Esc to close)',
    ],
  })) {
    it(`is read: ${name}`, () => {
      const screen = screenOf(boxOf(rows));
      const state = readLikely(screen)?.state;
      assert.ok(state?.kind === 'needsInput');
      assert.equal(state.question, (rows[0] ?? '').replace(/ +/g, ' '));
    });
  }

  for (const [first, second] of [
    ['(Use Enter to', 'select, Esc to close)'],
    ['(Use Enter', 'to select, Esc to close)'],
    ['(Use Enter to select,', 'Esc to close)'],
    ['(Use Enter to select or', 'Esc to close)'],
    ['(Use Enter to select and', 'Esc to close)'],
    ['(Use Enter to select, Esc', 'to close)'],
    ['(Use Enter to select, Tab', 'to edit, Esc to close)'],
    ['(Use Enter to select, Ctrl+C', 'to close)'],
    ['Enter select ·', 'Esc close'],
    ['Enter select |', 'Esc close'],
  ]) {
    it(`is read with keys in two rows: ${first}`, () => {
      const box = boxOf([...ENTRIES, '', first ?? '', second ?? '']);
      assert.equal(readLikely(screenOf(box))?.ruleId, 'likely.box');
    });
  }

  it('is read with the cursor behind a text above it', () => {
    const rows = ['It is done.', ...boxOf([...ENTRIES, KEYS])];
    const cursor = { row: 0, column: 'It is done.'.length };
    assert.equal(readLikely({ ...screenOf(rows), cursor })?.ruleId, 'likely.box');
  });

  it('is read above a status line with text at both ends, and not above an input there', () => {
    const box = boxOf([...ENTRIES, KEYS]);
    const lineOf = (begin: string): string => `  ${begin}${' '.repeat(20)}Continue CLI`;
    const read = (begin: string) => readLikely(screenOf([...box, lineOf(begin)]))?.ruleId;
    assert.deepEqual(['~/app main', '> hello', '❯ '].map(read), [
      'likely.box',
      undefined,
      undefined,
    ]);
  });

  it('is read by a menu below its title if the row below leaves it', () => {
    const menu = ['Language', '', '● English', '  Italiano'];
    const read = (rows: readonly string[], below = '  Esc cancel') =>
      readLikely(screenOf([...boxOf(rows), below]))?.ruleId;
    assert.equal(read(menu), 'likely.box');
    assert.equal(read(menu.slice(1)), undefined, 'a draft has no title');
    assert.equal(read(['Language', '', 'English']), undefined, 'no menu');
    assert.equal(read(menu, '  app'), undefined, 'no key');
    const draft = screenOf([...boxOf(menu), '  Esc cancel']);
    const cursor = { row: 4, column: (draft.rows[4] ?? '').indexOf('no') + 2 };
    assert.equal(readLikely({ ...draft, cursor }), undefined, 'typed');
  });

  for (const [name, rows] of Object.entries({
    'keys that only scroll and leave': boxOf(['Help', '/clear', '/exit', '↑↓ scroll · Esc close']),
    'keys in the middle': boxOf([...ENTRIES, KEYS, 'Further text']),
    'a sentence that contains the keys': boxOf([...ENTRIES, 'It tells to use Enter to select.']),
    'keys of an input': boxOf([...ENTRIES, 'enter to send · ctrl+j to newline']),
    'the key that leaves a text': boxOf(['Help', 'It can do much.', 'And more.', 'Esc to close']),
    'keys only': boxOf(['Keys', KEYS]),
    'an empty list': boxOf(['Plugins', '', 'No plugins installed.', KEYS]),
    'an open box': boxOf([...ENTRIES, KEYS]).slice(0, -1),
    'a box above text': [...boxOf([...ENTRIES, KEYS]), '', 'That is the dialog.'],
    'a box above an input': [...boxOf([...ENTRIES, KEYS]), '', '> '],
    'a box in a diff': boxOf([...ENTRIES, KEYS]).map((row) => `+${row}`),
    'a box as a quote': boxOf([...ENTRIES, KEYS]).map((row) => `> ${row}`),
    'a box with line numbers': boxOf([...ENTRIES, KEYS]).map((row, at) => `${at + 1}  ${row}`),
    'the output of grep for keys': [
      'app/page.txt:12:Enter to open · ↑/↓ to navigate · Esc to cancel',
    ],
  })) {
    it(`is not found in ${name}`, () => assert.equal(readLikely(screenOf(rows)), undefined));
  }

  const BELOW = '[↑↓] Navigate • [A]dd • [D]elete • [Esc] Dismiss';

  it('is read with keys directly below it, of which none chooses', () => {
    assert.equal(readLikely(screenOf([...boxOf(ENTRIES), BELOW]))?.ruleId, 'likely.box');
  });

  for (const [name, rows] of Object.entries({
    'an input above keys': [...boxOf(['> a', 'b', 'c']), BELOW],
    'an empty list above keys': [...boxOf(['Rules', '', 'No rules found', 'Add one']), BELOW],
    'an input of one row above keys': [...boxOf(['Ask anything']), BELOW],
    'a text above keys of which none leaves': [
      ...boxOf(['Welcome', 'It can do much.', 'And more.']),
      '↑↓ browse history • [T]asks • [A]gents',
    ],
    'a list above keys that only move and leave': [...boxOf(ENTRIES), '↑↓ move • [Esc] Close'],
    'text above keys': [...ENTRIES, BELOW],
    'keys far below it': [...boxOf(ENTRIES), 'Text', BELOW],
    'text below its keys': [...boxOf(ENTRIES), BELOW, 'Text'],
    'keys below it that scroll': [...boxOf(ENTRIES), '↑↓ scroll • [A]dd • [Esc] Dismiss'],
  })) {
    it(`is not found in ${name}`, () => assert.equal(readLikely(screenOf(rows)), undefined));
  }

  it('is not found in an input above keys, with the cursor behind a draft or a space further', () => {
    const rows = [...boxOf(['Why', 'is it', 'so slow?']), BELOW];
    const end = (rows[3] ?? '').indexOf('?') + 1;
    const read = (column: number) =>
      readLikely({ ...screenOf(rows), cursor: { row: 3, column } })?.ruleId;
    assert.deepEqual([0, end, end + 1].map(read), ['likely.box', undefined, undefined]);
  });

  it('is not found in an input whose draft ends with keys', () => {
    const draft = boxOf(['> Why is it so slow?', '  Press', '  Enter to select']);
    const cursor = { row: 3, column: (draft[3] ?? '').indexOf('select') + 'select'.length };
    assert.equal(readLikely({ ...screenOf(draft), cursor }), undefined);
  });

  it('is read as a page if its last row names other keys first', () => {
    const page = [
      'Sessions',
      '  ● Session 1   now',
      '',
      '/ search · ↑/↓ navigate · enter open · esc cancel',
    ];
    assert.equal(readLikely(screenOf(page))?.ruleId, 'likely.keys');
    assert.equal(readLikely(screenOf([...page, '', '> ']))?.ruleId, undefined);
  });
});

function boxOf(rows: readonly string[]): readonly string[] {
  return [
    `╭${'─'.repeat(50)}╮`,
    ...rows.map((row) => `│ ${row.padEnd(48)} │`),
    `╰${'─'.repeat(50)}╯`,
  ];
}

function screenOf(rows: readonly string[]): ReadableScreen {
  const all = [...rows, ...Array.from({ length: 24 - rows.length }, () => '')];
  return { rows: all.map((row) => row.trimEnd()), cursor: { row: 23, column: 0 } };
}
