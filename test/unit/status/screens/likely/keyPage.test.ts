import assert from 'node:assert/strict';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import type { ReadableScreen } from '../../../../../src/status/screens/screenParts';

const KEYS = '  ↑↓ navigate · Enter select · Esc cancel';
const RULE = '─'.repeat(60);
const COLUMNS = ['  Hooks', '  Event      Active', '› Before     0', '  After      1'];
const BETWEEN_RULES = [
  RULE,
  '  Select a model',
  KEYS,
  '',
  '  ❯ Fast ← current',
  '  Thinking',
  '    On  [ Off ]',
  RULE,
  '  model  app',
];
const AT_END = [
  RULE,
  '  Parts',
  '  [ ] Types',
  '  [ ] Lint',
  '    all rules',
  '  [ ] Format',
  '  [ ] Other',
  KEYS,
  RULE,
  '  app',
];
const SEARCH = [RULE, '> ', ...AT_END.slice(2)];
const WRAPPED = [
  '     Commands',
  '      ╭──────────╮',
  '      │ Search   │',
  '      ╰──────────╯',
  '───   Settings                        ────',
  '❯     Model',
  '───   Enter to run, Esc to            ────',
  ' a    close',
];
const FRAMED = [
  '      ┌─ Settings ──────────────────────┐',
  '      │  ▸ Compact                  off │',
  '      │  ▸ Theme                  Night │',
  '  ╭───│    ↑/↓ nav  |  Enter toggle     │────╮',
  '  │ ❯ │      / search  |  F2/Esc close  │    │',
  '  ╰───└─────────────────────────────────┘────╯',
];
const PANEL = [
  '          Select a thread',
  '╭───────                                            ───────╮',
  '│ ›       ↑↓ navigate • Enter select • Esc cancel          │',
  '╰───────                                            ───────╯',
  ' model    >                                            0/9',
  '          → app (just now)',
];

describe('a page that describes its keys', () => {
  for (const [name, rows, question] of [
    ['a list with columns', [...COLUMNS, '', '  enter details · esc close'], 'After 1'],
    [
      'keys in two rows',
      [...COLUMNS, '  ↑/↓ nav | Enter toggle', '  / search | Esc close'],
      'After 1',
    ],
    [
      'keys in two rows with a blank one between',
      [' Rules', ' [1] All', '', ' [↑↓] Move • [Enter] Confirm', '', ' 1/2 to open • Esc to skip'],
      '[1] All',
    ],
    [
      'sentences and an entry',
      ['  Type to filter', '  Add a marketplace to browse plugins.', '  Now: 1', KEYS],
      'Now: 1',
    ],
    ['keys above a list between rules', BETWEEN_RULES, 'Select a model'],
    ['keys at the end of a page between rules', AT_END, '[ ] Other'],
    ['keys below a list with a field', SEARCH, '[ ] Other'],
    ['keys in two rows of a panel', WRAPPED, 'Commands'],
    ['a panel with a frame of its own', FRAMED, '▸ Compact off'],
    ['a panel with one entry', PANEL, 'Select a thread'],
  ] as const) {
    it(`is read: ${name}`, () => assert.equal(questionOf(rows), question));
  }

  for (const [name, rows] of Object.entries({
    'keys above text': [...COLUMNS, KEYS, '', 'That is the dialog.'],
    'keys above an input': [...COLUMNS, KEYS, '', '❯ '],
    'keys in a draft between rules': [RULE, '❯ Why does it show', KEYS, 'below?', RULE, '  model'],
    'keys at the end of a draft between rules': [RULE, '❯ Why so slow?', ...AT_END.slice(2)],
    'keys between rules above an input': [...BETWEEN_RULES, '❯ '],
    'keys above the end of a text with rules': [
      RULE,
      'A',
      'B',
      'C',
      'D',
      'E',
      'F',
      KEYS,
      'G',
      RULE,
    ],
    'keys in two rows with text between': ['Rules', '↑↓ move | Enter open', 'A', 'Esc close'],
    'a file with line numbers': ['  1', '  2  Hooks', `  3  ${KEYS}`, `  4`, KEYS],
    'a frame that covers nothing': FRAMED.map((row) => `  ${row.slice(6, 41)}`).concat('Done.'),
    'an open frame': FRAMED.slice(1),
    'a frame in the output of grep': FRAMED.map((row) => `a.txt:1:${row}`),
    'an empty list between rules, above which are the keys': [
      ...BETWEEN_RULES.slice(0, 4),
      '  No plugins installed.',
      RULE,
      '  model',
    ],
    'a page with sentences in the place of entries': [
      '  Plugins',
      '  Type to filter',
      '  Add a marketplace to browse plugins.',
      '  Use the other tab to add one first.',
      KEYS,
    ],
    'a page that states far above its keys that it is empty': [
      '  Plugins',
      '  No matches',
      ...Array.from({ length: 25 }, () => ''),
      KEYS,
    ],
    'an empty page far below a prompt': [
      '› Hello',
      ...Array.from({ length: 4 }, () => ''),
      '  Worktrees',
      '',
      'no matches',
      '',
      KEYS,
    ],
    'one key': [...COLUMNS, '  esc close'],
  })) {
    it(`is not found in ${name}`, () => assert.equal(questionOf(rows), undefined));
  }
});

function questionOf(rows: readonly string[]): string | undefined {
  const cursor = { row: 0, column: 0 };
  const screen: ReadableScreen = { rows, cursor };
  const state = readLikely(screen)?.state;
  return state?.kind === 'needsInput' ? state.question : undefined;
}
