import assert from 'node:assert/strict';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import type { ScreenCase } from '../../../../../src/status/screens/screenCase';
import type { ReadableScreen } from '../../../../../src/status/screens/screenParts';
import { listMenuLikeScreens } from '../../../../support/status/menuLikeScreens';
import {
  listRecordedScreens,
  readRecordedScreen,
} from '../../../../support/status/recordedScreens';

const TEXTS = 500;
const LEAST_READ = 0.95;

/** Pickers without keys that choose at their end, or above an input: only rules of their CLI find them. */
const FOUND_BY_RULES =
  /^(?:commandcode\/.*-(?:agents|resume)|cline\/.*-history|codex\/.*-(?:delete|memories)|grok\/.*-(?:resume|rewind)|pi\/.*-tree)\.txt$/;

const NEEDS: readonly ScreenCase['expect'][] = ['permission', 'question', 'trust'];

describe('the reader of likely questions', () => {
  const recorded = listRecordedScreens().map((name) => ({ name, ...readRecordedScreen(name) }));
  const dialogs = recorded.filter(
    ({ expect, name }) => NEEDS.includes(expect) && !FOUND_BY_RULES.test(name),
  );

  it(`finds none in ${TEXTS} screens of text that looks like a menu`, () => {
    const screens = listMenuLikeScreens(process.cwd(), TEXTS);
    assert.equal(new Set(screens.map(({ name }) => name)).size, TEXTS, 'all screens differ');
    const found = screens.filter(({ screen }) => readLikely(screen) !== undefined);
    assert.deepEqual(
      found.map(({ name }) => name),
      [],
    );
  });

  it('finds none in recorded screens without a dialog or a picker', () => {
    const texts = recorded.filter(({ expect }) => !NEEDS.includes(expect) && expect !== 'skip');
    assert.ok(texts.length > 100);
    const found = texts.filter(({ screen }) => readLikely(screen) !== undefined);
    assert.deepEqual(
      found.map(({ name }) => name),
      [],
    );
  });

  it('finds at least 95 % of the recorded dialogs', () => {
    const missed = dialogs.filter(({ screen }) => readLikely(screen) === undefined);
    assert.ok(
      missed.length <= dialogs.length * (1 - LEAST_READ),
      missed.map(({ name }) => name).join(),
    );
  });

  it('has a question of one line, and marks it as likely, in each dialog that it finds', () => {
    for (const { name, screen } of dialogs) {
      const state = readLikely(screen)?.state;
      if (state === undefined) {
        continue;
      }
      assert.ok(state.kind === 'needsInput' && state.likely, name);
      assert.deepEqual([state.need, state.request], ['question', undefined], name);
      assert.match(state.question ?? '', /^\S.*$/, name);
    }
  });

  for (const [row, rule] of [
    ['Proceed? (y/N) ', 'likely.yes-no'],
    ['Overwrite the file? [Y/n]: ', 'likely.yes-no'],
    ['Are you sure you want to continue connecting (yes/no/[fingerprint])? ', 'likely.yes-no'],
    ['Add .aider* to .gitignore (recommended)? (Y)es/(N)o [Yes]: ', 'likely.yes-no'],
    ['[sudo] password for dev: ', 'likely.secret'],
    ["dev@host's password: ", 'likely.secret'],
    ["Enter passphrase for key '/home/dev/.ssh/id_ed25519': ", 'likely.secret'],
    ['Enter your API key: ****', 'likely.secret'],
    ['API key (hidden): ', 'likely.secret'],
    ['Password for https://dev@example.com: ', 'likely.secret'],
    ['Paste code here if prompted > ', 'likely.paste'],
  ] as const) {
    it(`finds a prompt with the cursor behind it: ${row}`, () => {
      assert.equal(readLikely(screenOf(['Starting', row], row.length))?.ruleId, rule);
      assert.equal(
        readLikely(screenOf(['Starting', row], 0)),
        undefined,
        'the cursor is elsewhere',
      );
      assert.equal(readLikely(screenOf([row, '', 'Done.'], 5)), undefined, 'text follows');
      for (const input of [`> ${row}`, `│ ❯ ${row}`, `dev@host:~$ echo ${row}`]) {
        assert.equal(readLikely(screenOf([input], input.length)), undefined, input);
      }
    });
  }

  for (const row of [
    'docs/notes.txt:9:Would you like to log in? [(y)es, (n)o]:',
    'if not password:',
    '    elif token is None and api_key:',
    'def __init__(self, username, password):',
    'If your key is protected by a password, you might need to run:',
  ]) {
    it(`finds no prompt in text with the cursor behind it: ${row}`, () => {
      assert.equal(readLikely(screenOf(['Starting', row], row.length)), undefined);
    });
  }

  for (const [name, rows] of Object.entries({
    'a sign-in menu that names its keys': [
      'Welcome to Ada!',
      '',
      '> Login to Ada',
      '  Exit',
      '',
      'Use ↑/↓ to navigate, Enter to select',
    ],
    'a page that waits for a key': ['Sign in to Ada', '', 'Press Enter to open your browser...'],
    'a page that names its only key in the middle of its last row': [
      '            Welcome to Ada',
      '',
      '           Space to continue',
    ],
    'a page that waits for a sign-in': [
      'Open https://ada.dev/device and enter ABCD-EFGH',
      '',
      '⠙ Waiting for authentication...',
    ],
    'a page that says to sign in, above its address and the key that leaves': [
      'Sign in to Ada',
      '',
      '⠧ Complete login in your browser...',
      '',
      '┌──────────────────────────────┐',
      '│ API Key: Paste your API key  │',
      '└──────────────────────────────┘',
      '',
      "If your browser doesn't open, go to this link:",
      'https://ada.dev/auth?state=7zZe',
      'ERIHU6wtiqwt9xQZ',
      '',
      'ctrl+c to cancel',
    ],
    'a page that says to finish signing in, above its address and the key that leaves': [
      'Finish signing in via your browser',
      '',
      'https://ada.dev/auth?state=7zZe',
      '',
      'Press esc to cancel',
    ],
    'radio buttons': [
      '◆  Which model provider?',
      '│  ● OpenAI',
      '│  ○ Anthropic',
      '│',
      '│ ↑↓ to navigate · Enter: confirm',
    ],
    'a list without a marker, below a question and above its keys': [
      'Which colour?',
      '',
      '1. Red',
      '   a warm one',
      '2. Blue',
      '',
      '↑↓ select  enter submit  esc dismiss',
    ],
    'a list of checkboxes without a marker': [
      'Which checks?',
      '1 [ ] Types',
      '2 [x] Lint',
      'z [ ] Other',
      '↑/↓ navigate · y copy     Enter:submit',
    ],
    'a menu with a title that asks to choose': [
      'Select authentication method:',
      '→ Use a subscription',
      '  Use an API key',
      '↑↓ navigate  enter select',
    ],
    'a numbered menu of which only the key that leaves it is named': [
      'Login',
      '❯ 1. A subscription',
      '  2. An API key',
      'Esc to cancel',
    ],
  })) {
    it(`finds ${name}`, () => {
      assert.ok(readLikely(screenOf(rows, 0)));
    });
  }

  for (const [name, rows] of Object.entries({
    'without a question above': ['Steps', '1. Red', '2. Blue', '↑↓ select  enter submit'],
    'that does not begin with 1': ['Which?', '2. Red', '3. Blue', '↑↓ select  enter submit'],
    'with a gap': ['Which?', '1. Red', '3. Blue', '↑↓ select  enter submit'],
    'with text between': ['Which?', '1. Red', 'Text', '2. Blue', '↑↓ select  enter submit'],
    'of one checkbox': ['Which?', '1 [ ] Red', '↑↓ select  enter submit'],
    'of one option': ['Which?', '1. Red', '↑↓ select  enter submit'],
    'without keys': ['Which?', '1. Red', '2. Blue'],
  })) {
    it(`finds no question in a list ${name}`, () =>
      assert.equal(readLikely(screenOf(rows, 0)), undefined));
  }

  it('finds no page that waits for a key in a text about it', () => {
    for (const rows of [
      ['Keys', 'Space to continue'],
      ['           Space to continue', 'Done.'],
      ['           Space to continue reading'],
    ]) {
      assert.equal(readLikely(screenOf(rows, 0)), undefined, rows.join());
    }
  });

  it('finds no sign-in without its address, or with text below it', () => {
    const page = ['Complete login in your browser...', 'https://ada.dev/auth', 'esc to cancel'];
    assert.ok(readLikely(screenOf(page, 0)));
    for (const rows of [page.toSpliced(1, 1), page.slice(0, 2), [...page, 'Done.']]) {
      assert.equal(readLikely(screenOf(rows, 0)), undefined, rows.join());
    }
  });

  it('has no arrow for more as the question', () => {
    const rows = ['Colours', '▲', '● 1. Red', '  2. Blue', '▼', 'Enter to select · Esc to cancel'];
    const state = readLikely(screenOf(rows, 0))?.state;
    assert.equal(state?.kind === 'needsInput' ? state.question : undefined, 'Colours');
  });

  it('finds no question where an input stands below the menu, or holds its text', () => {
    const menu = ['Which one?', '❯ 1. This', '  2. That', '', 'Enter to select · Esc to cancel'];
    assert.ok(readLikely(screenOf(menu, 0)));
    for (const below of [
      ['> '],
      ['❯ write a test'],
      ['', '› Ask Ada', '', '  model · ~/app'],
      ['$>'],
    ]) {
      assert.equal(readLikely(screenOf([...menu, ...below], 2)), undefined, below.join());
    }
    const typed = screenOf([...menu, '', 'Chosen: This', 'ada: hel'], 8);
    assert.equal(readLikely(typed), undefined, 'the cursor is behind the last row');
    assert.ok(readLikely({ ...typed, cursor: { row: 0, column: 0 } }), 'a status line');
    const draft = [
      '╭──────────────────────╮',
      '│ ❯ first line         │',
      '│   second line        │',
    ];
    const bottom = '╰──────────────────────╯';
    assert.equal(readLikely(screenOf([...draft, bottom], 0)), undefined);
    const completion = ['❯ /model   choose a model', '  /mode    choose a mode', 'Enter to select'];
    assert.equal(readLikely(screenOf(completion, 0)), undefined);
  });

  // A pattern that backtracks would exceed the time limit of the level.
  it('ends soon for rows that nearly match', () => {
    const rows = ['[y/n'.repeat(120), 'enter '.repeat(80), `waiting for ${'a '.repeat(240)}`];
    const shown = Array.from({ length: 50 }, (_, row) => rows[row % 3] ?? '');
    for (let times = 0; times < 50; times++) {
      assert.equal(readLikely(screenOf(shown, 500)), undefined);
    }
  });
});

function screenOf(rows: readonly string[], column: number): ReadableScreen {
  const all = [...rows, ...Array.from({ length: Math.max(24 - rows.length, 0) }, () => '')];
  const shown = all.map((row) => row.trimEnd());
  return { rows: shown, cursor: { row: rows.length - 1, column } };
}
