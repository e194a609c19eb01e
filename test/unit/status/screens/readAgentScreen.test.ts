import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type { ScreenRule } from '../../../../src/providers/model/statusFacts';
import { readAgentScreen } from '../../../../src/status/screens/readAgentScreen';
import { readScreen } from '../../../../src/status/screens/readScreen';
import type { ReadableScreen } from '../../../../src/status/screens/screenParts';
import { drawnScreen } from '../../../support/status/drawnScreen';
import { listMenuLikeScreens, type Ending } from '../../../support/status/menuLikeScreens';
import { listRecordedScreens, readRecordedScreen } from '../../../support/status/recordedScreens';

const TEXTS = 1000;

describe('the reader of an agent at rest', () => {
  it(`finds a question in at most one of ${TEXTS} screens of text that looks like a menu, above the agents' own inputs`, () => {
    const inputs = listRecordedScreens().flatMap((name) => readInput(name) ?? []);
    assert.ok(inputs.length > 80, String(inputs.length));
    const screens = listMenuLikeScreens(process.cwd(), TEXTS, inputs);
    const rulesOf = new Map(inputs.map((input) => [input.name, input.rules]));
    const found = screens.flatMap(({ name, screen, ending }) => {
      const rules = rulesOf.get(ending.name) ?? [];
      const isWrong = isAtRest(rules, screen) && !isIdle(readAgentScreen(rules, screen));
      return isWrong ? [name] : [];
    });
    assert.ok(found.length <= 1, found.join('\n'));
  });
});

describe('the reader of an agent behind which a picker is', () => {
  const where = { kind: 'last', rows: 1 } as const;
  const rulesOf = (shows: ScreenRule['shows']): readonly ScreenRule[] => [
    { id: 'front', shows, where, all: [/Esc to/] },
  ];
  const menu = ['Select a theme', '❯ Dark', '  Light', '', 'Enter to select · Esc to cancel'];
  const page = ['Usage', '10 % of the limit', '', 'Esc to close'];
  const screen = (rows: readonly string[]): ReadableScreen => ({
    rows,
    cursor: { row: 0, column: 0 },
  });

  it('finds a likely question in a picker, and none in a page that only Esc closes', () => {
    const reading = readAgentScreen(rulesOf('picker'), screen(menu));
    assert.equal(typeof reading === 'object' ? reading.state.kind : reading, 'needsInput');
    assert.equal(readAgentScreen(rulesOf('picker'), screen(page)), 'skip');
  });

  it('finds one by its key alone if the reader sees no dialog, and no empty list', () => {
    const keys = 'Now Enter to view, Esc to close';
    const table = ['Themes', 'Dark    used', keys];
    const reading = readAgentScreen(rulesOf('picker'), screen(table));
    assert.ok(typeof reading === 'object' && reading.state.kind === 'needsInput');
    assert.deepEqual([reading.ruleId, reading.state.likely], ['likely.picker', true]);
    assert.equal(
      readAgentScreen(rulesOf('picker'), screen(['Themes', 'No matches', keys])),
      'skip',
    );
    assert.equal(readAgentScreen(rulesOf('skip'), screen(table)), 'skip');
  });

  it('reads nothing where a rule says to skip the screen', () => {
    assert.equal(readAgentScreen(rulesOf('skip'), screen(menu)), 'skip');
  });
});

describe('the reader of an agent whose input has not the cursor', () => {
  const line = '─'.repeat(120);
  const input = { row: /^(?!─)/, end: /^─{10,}/ };
  const part = { where: { kind: 'last', rows: 4 }, all: [/^> /] } as const;
  const rules: readonly ScreenRule[] = [
    { id: 'covered', shows: 'picker', ...part, cursorOutside: input },
    { id: 'composer', shows: 'idle', ...part },
  ];
  const indent = ' '.repeat(30);
  const menu = ['Models', '→ One', '  Two', 'Enter select · Esc close'];
  const read = (front: readonly string[], typed: string): unknown => {
    const shown = ['It is done.', '', '', ...front.map((row) => indent + row)];
    const blank = Array.from({ length: 20 - shown.length }, () => '');
    const screen = drawnScreen([...shown, ...blank, line, `> ${typed}Ask`, line, 'app']);
    const reading = readAgentScreen(rules, screen);
    return typeof reading === 'object' ? reading.state.kind : reading;
  };

  it('finds a panel anywhere, by its keys in one row or two', () => {
    assert.equal(read(menu, ''), 'needsInput');
    const broken = [
      ...menu.slice(0, -1),
      'Type to search, Enter to select, Tab to',
      'go, Esc to close',
    ];
    assert.equal(read(broken, ''), 'needsInput');
  });

  it('finds no status in a panel that asks nothing', () => {
    assert.equal(read(['Help', 'It can do much.'], ''), 'skip');
    assert.equal(read(menu.slice(0, -1), ''), 'skip', 'a list of the text');
  });

  it('finds none in a dialog of the text', () => {
    const quoted = ['Which colour?', '❯ 1. Red', '  2. Blue', 'Enter select · Esc cancel', '', ''];
    const end = `  ╹${'▀'.repeat(40)}`;
    const screen = drawnScreen([...quoted, '  ┃', '  ┃  Model', end, '  app'], 10);
    const where = { kind: 'last', rows: 4 } as const;
    const cursorOutside = { row: /^ {2}┃/, end: /╹▀/ };
    const rule = { id: 'covered', shows: 'picker', where, all: [/╹▀/] } as const;
    assert.equal(readAgentScreen([{ ...rule, cursorOutside }], screen), 'skip');
    const reading = readAgentScreen([rule], screen);
    assert.ok(typeof reading === 'object', 'a page of which the end is not known');
  });

  it('finds rest with the cursor in the input, whatever is above', () => {
    assert.equal(read(menu, '▮'), 'idle');
  });
});

/** The rows of a recorded screen at rest from its input on, with the cursor in them. */
function readInput(name: string): (Ending & { readonly rules: readonly ScreenRule[] }) | undefined {
  const { provider, expect, screen } = readRecordedScreen(name);
  const { row, column } = screen.cursor;
  const above = screen.rows.findLastIndex((one, at) => at < row && one.trim() === '');
  const end = screen.rows.findLastIndex((one) => one.trim() !== '') + 1;
  const rules = BUILT_IN_PROVIDERS.find(({ id }) => id === provider)?.status.screen.rules ?? [];
  const rows = screen.rows.slice(above, Math.max(end, row + 1));
  const input = { name, rows, row: row - above, column, follows: true, rules };
  return expect === 'idle' && above > 0 && isAtRest(rules, toScreen(input)) ? input : undefined;
}

function toScreen({
  rows,
  row,
  column,
}: Required<Pick<Ending, 'row' | 'rows'>> & Ending): ReadableScreen {
  return { rows, cursor: { row, column: column ?? 0 } };
}

function isAtRest(rules: readonly ScreenRule[], screen: ReadableScreen): boolean {
  return isIdle(readScreen(rules, screen));
}

function isIdle(reading: ReturnType<typeof readScreen>): boolean {
  return typeof reading === 'object' && reading.state.kind === 'idle';
}
