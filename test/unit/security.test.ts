import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** As in `scripts/test-security.mjs`. */
const ATTACK = /\[([SAT]\d+)\]|\b(T\d+): /g;

/** A row of the table of attacks: the number, the attack, and the files with its tests. */
const ROW = /^\| ([SAT]\d+) +\|[^|]+\|([^|]+)\|$/gm;

const TABLE = 'test/process/security/README.md';

const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join('test', name).replaceAll('\\', '/'));

/** The numbers in the titles of tests, by file. */
const tested = new Map(
  files.map((file) => [
    file,
    [...readFileSync(file, 'utf8').matchAll(ATTACK)].map(([, number, other]) => number ?? other),
  ]),
);

const listed = [...readFileSync(TABLE, 'utf8').matchAll(ROW)].map(
  ([, number = '', places = '']) => ({
    number,
    places: [...places.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file),
  }),
);

describe('the table of attacks', () => {
  it('names a test for each attack, which is marked with its number', () => {
    for (const { number, places } of listed) {
      assert.ok(places.length > 0, number);
      for (const place of places) {
        assert.ok(tested.get(place)?.includes(number), `${place} has no test [${number}]`);
      }
    }
  });

  it('lists each attack that a test is marked with', () => {
    const numbers = new Set(listed.map(({ number }) => number));
    for (const [file, marks] of tested) {
      for (const mark of marks) {
        assert.ok(numbers.has(mark ?? ''), `${TABLE} does not list ${mark} of ${file}`);
      }
    }
  });

  it('lists each number once', () => {
    const numbers = listed.map(({ number }) => number);
    assert.deepEqual(numbers, [...new Set(numbers)]);
  });
});
