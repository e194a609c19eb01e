import assert from 'node:assert/strict';
import { joinRows } from '../../../src/driver/joinRows';

describe('joinRows', () => {
  const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['a wrapped row', ['one two three four', 'fives six'], ['one two three four fives six']],
    ['a row that had room', ['one two', 'three'], ['one two', 'three']],
    ['paragraphs', ['one two three four', '', 'five'], ['one two three four', '', 'five']],
    ['a list', ['- one two three fo', '- five'], ['- one two three fo', '- five']],
    ['a wrapped item', ['- one two three fo', '  fives six'], ['- one two three fo fives six']],
    ['less indented rows', ['    if (a == b) {', '}'], ['    if (a == b) {', '}']],
    [
      'a table',
      ['| one two three |', '| four          |'],
      ['| one two three |', '| four          |'],
    ],
    ['a long word', ['abcdefghijklmnopqr', 'stuvwx'], ['abcdefghijklmnopqrstuvwx']],
    ['wide characters', ['one 二つ三つ四つ五', '六つ'], ['one 二つ三つ四つ五六つ']],
    [
      'three rows',
      ['one two three four', 'five sixes sevens', 'eight'],
      ['one two three four five sixes sevens eight'],
    ],
  ];
  for (const [name, given, expected] of rows) {
    it(`reads ${name} of 20 columns`, () => {
      assert.deepEqual(joinRows(given, 20), expected);
    });
  }
});
