import assert from 'node:assert/strict';
import { stitchRows } from '../../../src/driver/stitchRows';

describe('stitchRows', () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['the first screen', '', 'abc', 'abc'],
    ['a screen that has grown', 'abc', 'abcde', 'abcde'],
    ['a screen that has scrolled', 'abcdef', 'cdefgh', 'abcdefgh'],
    ['screens that overlap by a row', 'abcd', 'defg', 'abcdefg'],
    ['screens without a common row', 'abc', 'xyz', 'abcxyz'],
    ['rows that repeat', 'abxabx', 'abxcd', 'abxabxcd'],
  ];
  for (const [name, before, now, expected] of rows) {
    it(`joins ${name}`, () => {
      assert.equal(stitchRows([...before], [...now]).join(''), expected);
    });
  }
});
