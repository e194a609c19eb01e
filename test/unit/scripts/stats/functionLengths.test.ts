import assert from 'node:assert/strict';
import { measureFunctions, percentile } from '../../../../scripts/lib/stats/functionLengths.mjs';
import { parseSources } from '../../../../scripts/lib/stats/sources.mjs';

const measure = (text: string) => measureFunctions(parseSources([{ path: 'src/a.ts', text }]));

const longest = (text: string) => measure(text).max;

describe('measureFunctions', () => {
  it('counts functions that have a body, without their comments', () => {
    const measured = measure(`
/** A comment
 * of two lines. */
export function three() {
  return 1;
}
const one = (x: number) => x + 1;
declare function none(): void;
class A {
  constructor() {}
  get value() { return 1; }
  abstract open(): void;
  overloaded(): void;
  overloaded(): void {
    const inner = function () {};

    inner();
  }
}
`);
    assert.deepEqual(measured, {
      count: 5,
      median: 1,
      p99: 5,
      max: { lines: 5, name: 'A.overloaded', place: 'src/a.ts:14' },
    });
  });

  for (const [text, expected] of [
    ['function f() {}', 'f'],
    ['const f = () => {};', 'f'],
    ['const o = { f: () => {} };', 'f'],
    ['const o = { f() {} };', 'f'],
    ['class A { f = () => {}; }', 'f'],
    ['class A { constructor() {} }', 'A.constructor'],
    ['call(() => {});', '(anonymous)'],
  ] as const) {
    it(`names the function of ${text}`, () => {
      assert.equal(longest(text)?.name, expected);
    });
  }

  it('returns no longest function if there is none', () => {
    assert.deepEqual(measure('const a = 1;'), { count: 0, median: 0, p99: 0, max: undefined });
  });
});

describe('percentile', () => {
  const oneTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

  for (const [count, percent, expected] of [
    [200, 99, 198],
    [200, 50, 100],
    [5, 50, 3],
    [4, 50, 2],
    [10, 99, 10],
  ] as const) {
    it(`is ${expected} at ${percent} for 1 to ${count}`, () => {
      assert.equal(percentile(oneTo(count), percent), expected);
    });
  }
});
