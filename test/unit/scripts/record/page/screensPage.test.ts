import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { replaceTables, type PageFacts } from '../../../../../scripts/lib/record/page/screensPage';
import {
  buildScreensPage,
  SCREENS_PAGE,
} from '../../../../../scripts/lib/record/page/writeScreensPage';
import type { Recipe } from '../../../../../scripts/lib/record/recipe';

const RECIPE: Recipe = {
  provider: 'one',
  title: 'One',
  version: '1.0.0',
  install: { name: 'one' },
  program: 'one',
  standIn: 'none',
  runs: [],
  absent: { trust: 'does not show it' },
};

const FACTS: PageFacts = {
  recipes: [RECIPE],
  sizes: ['80x24', '120x40'],
  screens: [
    { path: 'one/80x24/idle.txt', expect: 'idle', read: 'idle' },
    { path: 'one/120x40/idle-answer.txt', expect: 'idle', read: 'working' },
    { path: 'one/80x24/exit.txt', expect: 'unknown', read: 'unknown' },
    // A dialog that only a person opens, of a state that the CLI does not show by itself.
    { path: 'one/80x24/trust-folders.txt', expect: 'trust', read: 'trust' },
  ],
  unrecorded: [['Two', 'no npm package']],
};

const mark = (name: string): string =>
  `<!-- ${name}: npm run record:page writes this table -->\nold\n<!-- end of ${name} -->`;

describe('the page of recorded screens', () => {
  it('is up to date; npm run record:page writes it', async () => {
    assert.equal(readFileSync(SCREENS_PAGE, 'utf8'), await buildScreensPage());
  });

  it('has a screen or a reason for each state of each recorded CLI', () => {
    const page = readFileSync(SCREENS_PAGE, 'utf8');
    assert.doesNotMatch(page, /\|[^|\n]*\bnot recorded\b/);
  });

  const lines = replaceTables(['states', 'matrix', 'unrecorded'].map(mark).join('\n'), FACTS).split(
    '\n',
  );

  it('states per state whether it is recorded at all sizes, at which, or why not', () => {
    assert.equal(
      lines.find((line) => line.startsWith('| One ')),
      '| One 1.0.0 | not recorded | not recorded | does not show it | yes | not recorded | ' +
        'not recorded | not recorded | not recorded | not recorded | 80x24 |',
    );
  });

  it('counts the readings', () => {
    const row = lines.find((line) => line.startsWith('| idle '));
    assert.equal(row, '| idle | 1 |  |  |  | 1 |  |  |  |  |');
  });

  it('gives the reason for a CLI without a recipe, and keeps nothing of the old tables', () => {
    assert.ok(lines.includes('| Two | no npm package |'));
    assert.ok(!lines.includes('old'));
  });

  it('needs the comments around its tables', () => {
    assert.throws(() => replaceTables(mark('states'), FACTS), /comments around the table "matrix"/);
  });
});
