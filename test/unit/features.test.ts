import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';

/** The rows that are planned. */
const PLANNED = [66, 86, 89, 94, 95, 97, 98, 99, 121, 122, 123, 124];
const LAST = 124;
/** The rows that cannot be had; each has its reason and its trial. All others are whole. */
const CANNOT = [16, 79, 116];

const page = readFileSync('docs/internals/features.md', 'utf8');
const [features = '', details = ''] = page.split('\n## Details\n');

/** The cells of a table's rows, without its heading. */
function readTable(text: string): readonly (readonly string[])[] {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** The test files that a cell names; fails for any other text in it. */
function readTests(cell: string): readonly string[] {
  return cell.split(', ').map((name) => {
    const path = /^`(test\/\S+\.test\.ts)`$/.exec(name)?.[1];
    assert.ok(path, `${name} is no test file`);
    return path;
  });
}

describe('the table of features', () => {
  const rows = readTable(features);

  it('has each row once, in order', () => {
    const all = Array.from({ length: LAST }, (_, index) => index + 1);
    const expected = all.filter((number) => !PLANNED.includes(number));
    assert.deepEqual(
      rows.map(([number]) => number),
      expected.map(String),
    );
  });

  it('has "yes" in each row, or "cannot" with a remark', () => {
    for (const [number, what, verdict, , remark, ...more] of rows) {
      assert.equal(verdict, CANNOT.includes(Number(number)) ? 'cannot' : 'yes', number);
      assert.ok(verdict === 'yes' || remark, `${number} has no remark`);
      assert.ok(what, `${number} has no words`);
      assert.deepEqual(more, [], `${number} has too many cells`);
    }
  });

  it('names test files that exist', () => {
    const named = rows.flatMap(([, , , tests = '']) => readTests(tests));
    assert.deepEqual(
      named.filter((path) => !existsSync(path)),
      [],
    );
  });
});

describe('the table of details', () => {
  it('names test files that exist in each row', () => {
    const rows = readTable(details);
    assert.ok(rows.length > 0);
    for (const [what, tests = '', , ...more] of rows) {
      assert.deepEqual(
        readTests(tests).filter((path) => !existsSync(path)),
        [],
        what,
      );
      assert.deepEqual(more, [], `${what} has too many cells`);
    }
  });
});
