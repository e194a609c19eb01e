import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../src/providers/catalog/builtInProviders';
import { readScreen } from '../../../src/status/screens/readScreen';
import type { ReadableScreen } from '../../../src/status/screens/screenParts';
import { drawnScreen } from '../../support/status/drawnScreen';
import { readHeldOutScreen } from '../../support/status/heldOutScreens';

const WIDTH = 60;
const LINE = '─'.repeat(WIDTH);
const TOP = `╭${LINE}╮`;
const END = `╰${LINE}╯`;
const side = (row: string): string => `│ ${row.padEnd(WIDTH - 2)} │`;
const box = (...rows: readonly string[]): readonly string[] => [TOP, ...rows.map(side), END];

/** Screens of a CLI with a page in front that looks as its pickers do, and the reading of its rules. */
const FRONTS: Readonly<Record<string, readonly (readonly [string, readonly string[]])[]>> = {
  claude: [
    ['with keys of which one leaves', [LINE, ' Themes', ' Dark', ' ↓ to move · Esc to go back']],
  ],
  cline: [
    [
      'over the transcript',
      [
        `${' '.repeat(12)}Rewind`,
        `${' '.repeat(12)}❯ First`,
        `${' '.repeat(12)}↑/↓ navigate, Enter to select, Esc to close`,
        LINE,
        '❯ Ask anything...',
        LINE,
        ' app                ○ Plan ● Act (Tab)',
      ],
    ],
    [
      'without keys, by the cursor outside of the composer',
      [
        `${' '.repeat(12)}Rewind`,
        `${' '.repeat(12)}▮First`,
        LINE,
        '❯ Ask anything...',
        LINE,
        ' app                ○ Plan ● Act (Tab)',
      ],
    ],
  ],
  codex: [['with an entry that is the default', ['› 1. Low', '', '  enter default · esc back']]],
  commandcode: [
    [
      'without numbers',
      [LINE, '', 'Theme', 'Dark', '', '↑/↓ navigate · enter select · esc to go back'],
    ],
    [
      'with keys of two rows',
      [LINE, '', 'Theme', 'Dark', '', 'enter to select · esc', 'to cancel'],
    ],
  ],
  copilot: [
    ['without an article before a verb', [LINE, '❯ First', ' ↑/↓ nav · enter toggle · esc cancel']],
    ['that is only left', [LINE, '❯ First', ' f filter · esc close']],
  ],
  droid: [
    ['with keys below its box', [...box('Hooks', '', '  First'), '  ↑↓ navigate   Enter select']],
    ['with the key that leaves it below its box', [...box('Hooks', '', '● First'), '  Esc cancel']],
    [
      'with a note in the frame',
      [...box('Hooks', '', ' >First').with(-1, `╰─None.${LINE}╯`), '  ↑↓ navigate   Enter select'],
    ],
    ['with other text below its box', [...box('Hooks', '', '> First'), '  Showing 1-1 of 1']],
  ],
  gemini: [
    ['with keys', [...box('Agents', '● First', 'Enter to open · Esc to leave', '', '')]],
    ['that is only left', [...box('Agents', '● First', 'Esc back', '')]],
  ],
  grok: [
    [
      'over the composer',
      [
        '      ┌─────────────────────────── [✗] ─┐',
        '      │  First                          │',
        '      │            Esc close            │',
        '      └─────────────────────────────────┘',
        '  ╭───────────────────────────────────────╮',
        '  │ ❯                                     │',
        '  ╰─────────────────────────────── model ─╯',
        '  Shift+Tab:mode  │  Ctrl+x:shortcuts',
      ],
    ],
  ],
  kimi: [
    [
      'with keys below its title',
      [` ${LINE}`, '  Editors', '  ↑↓ navigate · Enter select', '   ❯ Vim', ` ${LINE}`, ' m', ' c'],
    ],
  ],
  letta: [['that is only left', [LINE, '  Memory', '  Run /memfs', '', '  Esc cancel']]],
  mastracode: [
    [
      'over the transcript',
      [
        ' Exam    Scopes',
        '         ↑↓ navigate · Enter select · Esc cancel',
        ...box('›'),
        '▐build▌model▌                main         0/70k',
      ],
    ],
    [
      'by the cursor outside of the composer',
      [' Exam    Off', '         Bell▮', ...box('›'), '▐build▌model▌         main     0/70k'],
    ],
    [
      'by the cursor behind its composer',
      [TOP, `${side('›')}▮`, END, '▐build▌model▌                main         0/70k'],
    ],
    [
      'that goes on below all else',
      [...box('›'), '▐build▌model▌                main         0/70k', '', '        First'],
    ],
  ],
  opencode: [
    [
      'by the cursor outside of the composer',
      [
        '  ┃  Hello',
        `  ┃${' '.repeat(12)}▮First`,
        '',
        ...['', '', '  Build · Model', ''].map((row) => `  ┃${row}`),
        `  ╹${'▀'.repeat(40)}`,
        '  ~/app                    ctrl+p commands',
      ],
    ],
  ],
  pi: [
    [
      'with keys in the place of the composer',
      [
        LINE,
        '',
        ' Name',
        '',
        ' enter to save · escape to cancel',
        LINE,
        '~/app',
        '0.0%/128k (auto)',
      ],
    ],
  ],
  qwen: [
    ['with keys', [...box('Agents', '› First', 'Enter: Open | Esc: Leave', '', '')]],
    ['that is only left', [...box('Agents', '› First', 'f favorite · Esc back', '')]],
  ],
};

describe('the rules of a CLI for what is in front of its composer', () => {
  const read = (provider: string, screen: ReadableScreen) => {
    const { rules } = BUILT_IN_PROVIDERS.find(({ id }) => id === provider)?.status.screen ?? {};
    return readScreen(rules ?? [], screen);
  };

  for (const [provider, pages] of Object.entries(FRONTS)) {
    for (const [name, rows] of pages) {
      it(`find a picker of ${provider} ${name}`, () => {
        assert.equal(read(provider, drawnScreen(rows)), 'picker');
      });
    }
  }

  for (const [provider, rows] of Object.entries({
    cline: [LINE, '❯ One', '  two▮', LINE, ' app                ○ Plan ● Act (Tab)'],
    mastracode: [TOP, side('› One'), '│ two▮', END, '▐build▌model▌          main      0/70k'],
    kilocode: [
      '  ┃  Hello',
      '',
      ...['', '  One', '  two▮', '  Build · Model', ''].map((row) => `  ┃${row}`),
      `  ╹${'▀'.repeat(40)}`,
      '  ~/app                    ctrl+p commands',
    ],
  })) {
    it(`find no picker of ${provider} with the cursor in a draft of several rows`, () => {
      const reading = read(provider, drawnScreen(rows));
      assert.equal(typeof reading === 'object' ? reading.state.kind : reading, 'idle');
    });
  }

  it('find no picker of Droid in a draft of several rows', () => {
    const rows = [...box('> First', 'second', '  third'), '? for help'];
    const reading = read('droid', drawnScreen(rows));
    assert.equal(typeof reading === 'object' ? reading.state.kind : reading, 'idle');
  });

  it('find no picker of Gemini CLI above the end of its composer', () => {
    const draft = [' > Write', '   Esc close'];
    const rows = ['▄'.repeat(20), ...draft, '▀'.repeat(20), ' app', ' model'];
    const reading = read('gemini', drawnScreen(rows));
    assert.equal(typeof reading === 'object' ? reading.state.kind : reading, 'idle');
  });

  it("find a question of Grok's that the person scrolls behind, which nothing approves", () => {
    const reading = read('grok', load('grok/120x40/ask-pipe-scrollback.txt'));
    assert.ok(typeof reading === 'object' && reading.state.kind === 'needsInput');
    const { need, question, request } = reading.state;
    assert.deepEqual([need, question, request?.kind], ['question', 'Install the tool', 'partial']);
  });

  it("find Mastra Code's question about a plan", () => {
    const reading = read('mastracode', load('mastracode/100x30/ask-plan-approval.txt', 'seventh'));
    assert.ok(typeof reading === 'object' && reading.state.kind === 'needsInput');
    assert.equal(reading.state.question, 'Plan: Implementation Plan');
  });

  it("find Continue's question for a text, and none that an answer quotes", () => {
    const screen = load('continue/76x22/ask-clinic.txt', 'tenth');
    const reading = read('continue', screen);
    assert.ok(typeof reading === 'object' && reading.state.kind === 'needsInput');
    assert.equal(reading.state.question, 'What is the clinic called?');
    const composer = [TOP, side('● Ask anything'), END];
    const quote = read('continue', drawnScreen([...screen.rows.slice(-16), ...composer]));
    assert.equal(typeof quote === 'object' ? quote.state.kind : quote, 'idle');
  });

  it("find the question of Droid's several", () => {
    const reading = read('droid', load('droid/76x22/ask-bed.txt', 'tenth'));
    assert.ok(typeof reading === 'object' && reading.state.kind === 'needsInput');
    assert.equal(reading.state.question, 'Which bed is free for the night?');
  });

  it("find Mastra Code's question for a text", () => {
    const reading = read('mastracode', load('mastracode/120x40/ask-free-text.txt'));
    assert.ok(typeof reading === 'object' && reading.state.kind === 'needsInput');
    assert.equal(reading.state.question, 'What should the new command be called?');
  });
});

function load(file: string, set = 'fourth'): ReadableScreen {
  return readHeldOutScreen(`${set}/${file}`).screen;
}
