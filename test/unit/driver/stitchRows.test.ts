import assert from 'node:assert/strict';
import { stitchRows } from '../../../src/driver/stitchRows';

describe('stitchRows', () => {
  const rows: readonly (readonly [string, string, string, string])[] = [
    ['the first look', '', 'abc', 'abc'],
    ['what has grown', 'abc', 'abcde', 'abcde'],
    ['what has scrolled', 'abcdef', 'cdefgh', 'abcdefgh'],
    ['what overlaps by a row', 'abcd', 'defg', 'abcdefg'],
    ['what was missed between', 'abc', 'xyz', 'abcxyz'],
    ['rows that repeat', 'abxabx', 'abxcd', 'abxabxcd'],
  ];
  for (const [name, before, now, expected] of rows) {
    it(`joins ${name}`, () => {
      assert.equal(stitchRows([...before], [...now]).join(''), expected);
    });
  }
});
