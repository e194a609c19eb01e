import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  budgetOf,
  findExcess,
  measure,
  type Sizes,
} from '../../../../scripts/lib/stats/budget.mjs';

const lines = (count: number): string => 'x;\n'.repeat(count);

const FILES: Readonly<Record<string, string>> = {
  'src/entry.ts': lines(1),
  'src/pty/session/session.ts': lines(41),
  'src/pty/ptyId.ts': lines(40),
  'src/api/createApi.ts': lines(2),
  'src/commands/tasks/createTask.ts': lines(3),
  'src/main/core.ts': lines(4),
  'src/client/README.md': 'not counted\n',
  'test/unit/pty/session.test.ts': lines(5),
  'test/process/pty/session.test.ts': lines(6),
  'test/unit/docs.test.ts': lines(7),
  'test/ui/support/page.ts': lines(8),
  'test/fixtures/screens/claude.ts': lines(9),
  'bench/bench.ts': lines(10),
  'scripts/stats.mjs': lines(11),
  'README.md': 'Four words, in all.\n',
  'docs/internals/page.md': '# Two words\n',
};

const SIZES: Sizes = {
  src: 91,
  'src/(top)': 1,
  'src/api': 2,
  'src/commands': 3,
  'src/main': 4,
  'src/pty': 81,
  'files of src': 6,
  'files of src of 40 lines or fewer': 5,
  wiring: 6,
  test: 26,
  'test/pty': 11,
  'test/ui': 8,
  'test/unit': 7,
  bench: 10,
  scripts: 11,
  'words of pages': 7,
};

describe('the budget', () => {
  let directory: string;

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-budget-'));
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
  });
  after(() => rmSync(directory, { recursive: true }));

  it('is kept by this checkout', async () => {
    const budget = JSON.parse(readFileSync('scripts/budget.json', 'utf8')) as Sizes;
    assert.deepEqual(findExcess(await measure(process.cwd()), budget), []);
  });

  it('counts lines by room, files, and words of pages', async () => {
    assert.deepEqual(await measure(directory), SIZES);
  });

  it('has no limit for the tests of a single room', () => {
    assert.deepEqual(budgetOf({ src: 2, test: 1, 'test/pty': 1 }), { src: 2, test: 1 });
    assert.deepEqual(findExcess({ 'test/pty': 1 }, {}), []);
  });

  it('allows one percent more, and no room without a budget', () => {
    const budget = { 'src/pty': 1000, bench: 200 };
    assert.deepEqual(findExcess({ 'src/pty': 1010, bench: 202 }, budget), []);
    assert.deepEqual(findExcess({ 'src/pty': 1011, bench: 203, 'src/new': 1 }, budget), [
      'src/pty: 1011, budget 1000',
      'bench: 203, budget 200',
      'src/new: 1, budget 0',
    ]);
  });
});
