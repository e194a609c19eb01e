import assert from 'node:assert/strict';
import { readLikely } from '../../../../../src/status/screens/likely/readLikely';
import type { ReadableScreen } from '../../../../../src/status/screens/screenParts';
import {
  listRecordedScreens,
  readRecordedScreen,
} from '../../../../support/status/recordedScreens';

/** Recorded panels that cover other rows. */
const COVERING = /^(?:kilocode|opencode)\/\w+\/sign-in|^mastracode\/\w+\/(?:first-run|permission)/;

/** Agents that draw no cursor of their own, and hide the one of the terminal. */
const HIDES_CURSOR = /^(?:cont|droid|letta|commandcode\/\w+\/idle-(?:draft|shell))/;

/** Agents whose hidden cursor stands below a status line of one row, which is below their input. */
const CURSOR_BELOW_STATUS = /^(?:auggie|commandcode)/;

const MENU = [
  '   Files',
  '╭─────        Move the folder?              ─────╮',
  '│ one                                            │',
  '│ two         → Continue                         │',
  '╰─────          Skip                        ─────╯',
  '  model  app',
];

const BUTTONS = [
  '╭─────                                           ─────╮',
  '│ $ ec    Run a command                               │',
  '╰─────                                           ─────╯',
  '          Allow? yes  no  always',
];

const NARROW_EDGE = [
  '      @@@@@@@@@@@@ ',
  '',
  '         Select a place',
  '     U   Type to search',
  '  ──────  ❯ Here (current)                   ──────',
  '  ❯ Wha     There                            ',
  '  ──────                                     ──────',
  '    sta  ↑/↓ navigate, Enter to select           ab',
];

const LIST = [
  '  ┃',
  '  ┃  Wait     Connect a server                   esc      Context',
  '  ┃                                                       0 tokens',
  '              Search',
  '  Answe',
  '              Local',
  '  ┃           Remote',
  '  ┃  Ask anything',
  '  ╹▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀▀',
  '  one',
  '  two',
  '  three',
  '  four',
];
const FIELD = { row: 3, column: 14 };

const INPUT = ['─'.repeat(50), '❯ ', '─'.repeat(50), '  ? for shortcuts'];
const BOX = [`╭${'─'.repeat(48)}╮`, `│ >${' '.repeat(46)}│`, `╰${'─'.repeat(48)}╯`];
const EMPTY_BOX = BOX.map((row) => row.replace('>', ' '));

describe('a panel that covers other rows', () => {
  for (const [name, rows, question] of [
    ['a menu over a frame', MENU, 'Move the folder?'],
    ['buttons over a frame', BUTTONS, 'Run a command'],
    [
      'a menu beside wide characters',
      MENU.map((row) => row.replace('two ', '二👋')),
      'Move the folder?',
    ],
    ['a menu with one blank column at its edge', NARROW_EDGE, 'Select a place'],
    ['a menu over rules', MENU.map((row) => row.replace(/[╭╮╰╯]/g, '─')), 'Move the folder?'],
  ] as const) {
    it(`is read: ${name}`, () => assert.equal(questionOf(screenOf(rows)), question));
  }

  it('is read by the cursor in a field below its title, whatever is below', () => {
    assert.equal(questionOf(screenOf(LIST, FIELD)), 'Connect a server');
    const typed = LIST.map((row) => row.replace('Search', 'Loc'));
    assert.equal(questionOf(screenOf(typed, { row: 3, column: 17 })), 'Connect a server');
    const wide = LIST.map((row) => row.replace('Wait ', '二つ '));
    assert.equal(questionOf(screenOf(wide, FIELD)), 'Connect a server');
    for (const cursor of [
      { row: 3, column: 0 },
      { row: 7, column: 5 },
      { row: 12, column: 6 },
    ]) {
      assert.equal(questionOf(screenOf(LIST, cursor)), undefined, JSON.stringify(cursor));
    }
    const few = LIST.filter((row) => !/Local|Remote/.test(row));
    assert.equal(questionOf(screenOf(few, FIELD)), undefined, 'no list');
    const open = LIST.map((row) => row.replace(' esc ', ' now '));
    assert.equal(questionOf(screenOf(open, FIELD)), undefined, 'no key');
  });

  it('is read by a field that a sentence of two rows separates from its title', () => {
    const about = ['  ┃           It is stored in', '  ┃           a file.', '  ┃'];
    const rows = [...LIST.slice(0, 3), ...about, ...LIST.slice(3)];
    assert.equal(questionOf(screenOf(rows, { ...FIELD, row: 6 })), 'Connect a server');
    const deep = [...LIST.slice(0, 3), ...about, ...about, ...LIST.slice(3)];
    assert.equal(questionOf(screenOf(deep, { ...FIELD, row: 9 })), undefined, 'too far away');
  });

  for (const [name, rows] of Object.entries({
    'boxes side by side': [
      '╭──────────╮                        ╭──────────╮',
      '│ one      │   → Continue           │ two      │',
      '│          │     Skip               │          │',
      '╰──────────╯                        ╰──────────╯',
    ],
    'three boxes side by side': [
      '╭──────────╮  ╭──────────────────╮  ╭──────────╮',
      '│ one      │  │ → Continue       │  │ two      │',
      '│          │  │   Skip           │  │          │',
      '╰──────────╯  ╰──────────────────╯  ╰──────────╯',
    ],
    'a table of two columns': [
      'Action                              Key',
      '──────────                          ──────────',
      '→ Continue                          Enter',
      '  Skip                              Esc',
    ],
    'a table of three columns': [
      'No.         Action                  Key',
      '──────      ──────────────────      ──────',
      '1           → Continue              Enter',
      '2             Skip                  Esc',
    ],
    'a table with a frame of three parts': [
      '┌──────  ────────────────────────  ──────┐',
      '│ 1      → Continue                Enter │',
      '│ 2        Skip                    Esc   │',
      '└──────  ────────────────────────  ──────┘',
    ],
    'a narrow gap': ['╭──────   → Yes     ──────╮', '│           No            │'],
    'a diagram': [
      '┌────────┐  yes  ┌──────────┐',
      '│ → Ask  ├──────▶│ Continue │',
      '│   Skip │       └──────────┘',
      '└────────┘',
    ],
    'a diagram of arrows': [
      '──────                              ─────▶',
      '          → Continue',
      '            Skip',
    ],
    'a title between rules': [
      '──────────────  Settings  ──────────────',
      '  → Continue',
      '    Skip',
    ],
    'a frame around text only': [
      '╭─────                                      ─────╮',
      '│ one         All files were moved.              │',
      '╰─────                                      ─────╯',
    ],
    'a rule that goes on inside': [
      '───────  ──────────────────────  ───────',
      '          → Continue',
      '            Skip',
    ],
    'a menu right of the frame': [
      '╭─────                              ─────╮',
      '╰─────                              ─────╯   → Continue',
      '                                               Skip',
    ],
    'an open frame': [
      '╭─────                                    ',
      '│ one    → Continue',
      '│          Skip',
    ],
    'a title with its key in a text': ['Connect a server                       esc', 'One', 'Two'],
  })) {
    it(`is not found in ${name}`, () => {
      assert.equal(readLikely(screenOf(rows)), undefined);
      const indented = rows.map((row) => `    ${row}`);
      assert.equal(readLikely(screenOf(indented)), undefined, 'indented');
    });
  }

  for (const [name, show] of Object.entries<(rows: readonly string[]) => readonly string[]>({
    'above an input': (rows) => [...rows, '', ...INPUT],
    'above an input in a box': (rows) => [...rows, '', ...BOX],
    'above a draft in a box': (rows) => [...rows, ...BOX.map((row) => row.replace('>  ', 'abc'))],
    'above a shell': (rows) => [...rows, 'dev@host:~/app$ '],
    'in a pager': (rows) => [...rows, ':'],
    'in a code fence': (rows) => [
      '● Here it is:',
      '  ```',
      ...rows.map((row) => `  ${row}`),
      '  ```',
    ],
    'above further text': (rows) => [...rows, ...Array.from({ length: 4 }, () => 'It is a panel.')],
    'above a working agent': (rows) => [...rows, '', '⠙ Thinking... (12s · esc to interrupt)'],
    'in the input of an agent': (rows) =>
      rows.map((row, at) => `${at === 0 ? '❯' : ' '} ${row}`).concat('❯ '),
    'in a diff': (rows) => ['@@ -1,4 +1,4 @@', ...rows.map((row) => `+${row}`)],
    'as unchanged rows of a diff': (rows) => [...rows.map((row) => ` ${row}`), '-one', '+two'],
    'in a file with line numbers': (rows) =>
      rows.map((row, at) => `${String(at + 1).padStart(6)}  ${row}`),
    'in the output of grep': (rows) => rows.map((row, at) => `README.md:${at + 1}:${row}`),
    'as a quote': (rows) => rows.map((row) => `> ${row}`),
    'as a comment': (rows) => rows.map((row) => ` * ${row}`),
    'in a box': (rows) => [
      BOX[0] ?? '',
      ...rows.map((row) => `│ ${row.padEnd(56)} │`),
      BOX[2] ?? '',
    ],
  })) {
    it(`is text ${name}`, () => {
      for (const rows of [MENU, BUTTONS, LIST]) {
        const shown = show(rows);
        const row = shown.findLastIndex((one) => /^(?:│ )?[❯>] /.test(one));
        const cursor = row < 0 ? undefined : { row, column: 2 };
        assert.equal(readLikely(screenOf(shown, cursor)), undefined, shown.join('\n'));
      }
    });
  }

  it('is text above an empty input, in which the cursor is', () => {
    for (const input of [EMPTY_BOX, ['─'.repeat(50), '', '─'.repeat(50)], ['  ┃', '  ┃', '  ┃']]) {
      const shown = [...MENU, '', ...input, '~/app'];
      const cursor = { row: MENU.length + 2, column: 2 };
      assert.equal(readLikely(screenOf(shown, cursor)), undefined, input.join('\n'));
    }
  });

  it('is text in each recorded idle agent that quotes a recorded panel', () => {
    const recorded = listRecordedScreens().map((name) => ({ name, ...readRecordedScreen(name) }));
    const panels = recorded.filter(({ name }) => COVERING.test(name));
    const agents = recorded.filter(
      ({ name, expect, screen }) =>
        expect === 'idle' && screen.cursor.row > 4 && !HIDES_CURSOR.test(name),
    );
    assert.ok(panels.length > 10 && agents.length > 100);
    for (const panel of panels) {
      assert.ok(readLikely(panel.screen), panel.name);
      const end = panel.screen.rows.findLastIndex((row) => row.trim() !== '') + 1;
      for (const { name, screen } of agents) {
        const input = screen.cursor.row - (CURSOR_BELOW_STATUS.test(name) ? 4 : 2);
        const quote = panel.screen.rows.slice(Math.max(end - input, 0), end);
        const blank = Array.from({ length: input - quote.length }, () => '');
        const rows = [...blank, ...quote, ...screen.rows.slice(input)];
        assert.equal(readLikely({ ...screen, rows }), undefined, `${panel.name} in ${name}`);
      }
    }
  });

  it('takes little time for the largest screens', () => {
    const rows = [
      `╭${'─'.repeat(200)}${' '.repeat(98)}${'─'.repeat(200)}╮`,
      `╭${'─'.repeat(200)}${' 幅'.repeat(32)}  ${'─'.repeat(200)}╮`,
      `${'─'.repeat(498)}  `,
      '── '.repeat(166),
      `    T${' '.repeat(490)}esc`,
    ];
    const begin = process.cpuUsage();
    for (const row of rows) {
      readLikely(
        screenOf(
          Array.from({ length: 200 }, () => row),
          { row: 100, column: 4 },
        ),
      );
    }
    // Backtracking would take minutes. CPU time is much the same on a busy machine.
    assert.ok(process.cpuUsage(begin).user < 2_000_000);
  });
});

function questionOf(screen: ReadableScreen): string | undefined {
  const state = readLikely(screen)?.state;
  return state?.kind === 'needsInput' ? state.question : undefined;
}

/** By default the cursor is hidden, at the first cell. */
function screenOf(rows: readonly string[], cursor = { row: 0, column: 0 }): ReadableScreen {
  const all = [...rows, ...Array.from({ length: Math.max(24 - rows.length, 0) }, () => '')];
  return { rows: all.map((row) => row.trimEnd()), cursor };
}
