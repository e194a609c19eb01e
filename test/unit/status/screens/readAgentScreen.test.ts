import assert from 'node:assert/strict';
import { BUILT_IN_PROVIDERS } from '../../../../src/providers/catalog/builtInProviders';
import type { ScreenRule } from '../../../../src/providers/model/statusFacts';
import { readAgentScreen } from '../../../../src/status/screens/readAgentScreen';
import { readScreen } from '../../../../src/status/screens/readScreen';
import type { ReadableScreen } from '../../../../src/status/screens/screenParts';
import { listMenuLikeScreens, type Ending } from '../../../support/status/menuLikeScreens';
import { listRecordedScreens, readRecordedScreen } from '../../../support/status/recordedScreens';

const TEXTS = 1000;

describe('the reader of an agent at rest', () => {
  it(`finds no question in ${TEXTS} screens of text that looks like a menu, above the agents' own inputs`, () => {
    const inputs = listRecordedScreens().flatMap((name) => readInput(name) ?? []);
    assert.ok(inputs.length > 80, String(inputs.length));
    const screens = listMenuLikeScreens(process.cwd(), TEXTS, inputs);
    const rulesOf = new Map(inputs.map((input) => [input.name, input.rules]));
    const found = screens.flatMap(({ name, screen, ending }) => {
      const rules = rulesOf.get(ending.name) ?? [];
      const isWrong = isAtRest(rules, screen) && !isIdle(readAgentScreen(rules, screen));
      return isWrong ? [name] : [];
    });
    assert.deepEqual(found, []);
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
