import type { ScreenCase } from '../../../../src/status/screens/screenCase';
import { STATES, type Recipe, type State } from '../recipe';
import { READINGS, type Reading } from './readScreenCase';

/** A stored screen, its path below the folder of screens, and how it is read. */
export interface StoredReading extends Pick<ScreenCase, 'expect'> {
  readonly path: string;
  readonly read: Reading;
}

export interface PageFacts {
  readonly recipes: readonly Recipe[];
  /** The names of the sizes at which screens are recorded. */
  readonly sizes: readonly string[];
  readonly screens: readonly StoredReading[];
  /** CLIs without a recipe: the name and the reason. */
  readonly unrecorded: readonly (readonly [name: string, why: string])[];
}

const TABLES = ['states', 'matrix', 'unrecorded'] as const;
type Table = (typeof TABLES)[number];

/**
 * Returns the page with new tables in place of its own. Their cells are not aligned.
 * @throws {Error} if the page lacks a comment that marks the begin or the end of a table
 */
export function replaceTables(page: string, facts: PageFacts): string {
  const tables: Readonly<Record<Table, string>> = {
    states: formatStates(facts),
    matrix: formatMatrix(facts.screens),
    unrecorded: formatTable(['CLI', 'reason'], facts.unrecorded),
  };
  return TABLES.reduce((text, name) => replaceTable(text, name, tables[name]), page);
}

function replaceTable(page: string, name: Table, table: string): string {
  const start = `<!-- ${name}: npm run record:page writes this table -->`;
  const end = `<!-- end of ${name} -->`;
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < from) {
    throw new Error(`The page lacks the comments around the table "${name}". Restore them.`);
  }
  return `${page.slice(0, from + start.length)}\n\n${table}\n\n${page.slice(to)}`;
}

function formatStates({ recipes, sizes, screens }: PageFacts): string {
  const rows = recipes.map((recipe) => {
    const cells = STATES.map((state) => formatState(recipe, state, { sizes, screens }));
    return [`${recipe.title} ${recipe.version}`, ...cells];
  });
  return formatTable(['CLI', ...STATES], rows);
}

/** "yes" if the state is recorded at all sizes; otherwise the sizes, or why there are none. */
function formatState(
  { provider, absent }: Recipe,
  state: State,
  { sizes, screens }: Pick<PageFacts, 'sizes' | 'screens'>,
): string {
  const recorded = sizes.filter((size) =>
    screens.some(({ path }) => {
      const start = `${provider}/${size}/${state}`;
      // What a person opens may be recorded of a CLI that does not ask by itself.
      const isVariant = absent[state] === undefined && path.startsWith(`${start}-`);
      return path === `${start}.txt` || isVariant;
    }),
  );
  if (recorded.length === sizes.length) {
    return 'yes';
  }
  return recorded.length > 0 ? recorded.join(', ') : (absent[state] ?? 'not recorded');
}

function formatMatrix(screens: readonly StoredReading[]): string {
  const count = (expected: Reading, read: Reading): number =>
    screens.filter((screen) => screen.expect === expected && screen.read === read).length;
  const rows = READINGS.map((expected) => [
    expected,
    ...READINGS.map((read) => String(count(expected, read) || '')),
  ]);
  return formatTable(['expected', ...READINGS], rows);
}

function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [heading, heading.map(() => '---'), ...rows].map(line).join('\n');
}
