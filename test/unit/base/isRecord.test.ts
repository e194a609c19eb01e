import assert from 'node:assert/strict';
import { isRecord } from '../../../src/base/isRecord';

describe('isRecord', () => {
  const cases: readonly (readonly [unknown, boolean])[] = [
    [{}, true],
    [{ a: 1 }, true],
    [[], false],
    [null, false],
    [undefined, false],
    ['text', false],
    [1, false],
  ];
  for (const [value, expected] of cases) {
    it(`is ${expected} for ${JSON.stringify(value)}`, () =>
      assert.equal(isRecord(value), expected));
  }
});
