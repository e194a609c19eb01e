import assert from 'node:assert/strict';
import { joinRows } from '../../../src/driver/joinRows';

describe('joinRows', () => {
  const rows: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['a wrapped row', ['one two three four', 'fives six'], ['one two three four fives six']],
    ['a row with room for the next word', ['one two', 'three'], ['one two', 'three']],
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

  const wide: readonly (readonly [string, readonly string[], boolean])[] = [
    [
      'statements of which the second has no blanks',
      [
        'const result = computeSomethingVeryImportant(a, b);',
        'console.log(JSON.stringify(result,null,2)+"!!!");',
      ],
      false,
    ],
    [
      'full statements',
      ['const total = addAllOfTheNumbers(first, second, third, fourth);', 'return total;'],
      false,
    ],
    [
      'statements without an end',
      ['const total = addAllOfTheNumbers(first, second, third, fourth)', 'console.log(total, 1)'],
      false,
    ],
    [
      'a block and its contents',
      [
        'for (const number of addAllOfTheNumbers(first, second, third)) {',
        '  printEachOne(number)',
      ],
      false,
    ],
    [
      'the end of a paragraph and a very long word',
      ['That is how it is done.', 'anExceptionallyLongNameWithoutAnyBlankThatFillsItsRow is one'],
      false,
    ],
    [
      'words and an address that did not fit beside them',
      ['It is all explained in', 'https://example.com/a/very/long/address/without/any/blank.html'],
      true,
    ],
    [
      'words in parentheses',
      ['What you see there is what comes of calling the other (it does', 'nothing else)'],
      true,
    ],
    [
      'words that end with a comma',
      ['It is the first of all that have ever been seen by anyone here,', 'for example (there)'],
      true,
    ],
  ];
  for (const [name, rows, isOne] of wide) {
    it(`${isOne ? 'joins' : 'keeps apart'} ${name} in 70 columns`, () => {
      assert.deepEqual(joinRows(rows, 70), isOne ? [rows.join(' ')] : rows);
    });
  }
});
