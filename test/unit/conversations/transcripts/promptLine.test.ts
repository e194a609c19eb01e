import assert from 'node:assert/strict';
import { promptLine } from '../../../../src/conversations/transcripts/promptLine';

const CASES: readonly (readonly [string, string, string | undefined])[] = [
  ['one line', 'Fix the login', 'Fix the login'],
  ['several lines', '  Fix\n\n\tthe\r\nlogin \n', 'Fix the login'],
  ['control characters', 'a\u0007b\u0000c', 'abc'],
  ['colours', '\u001b[31mred\u001b[0m', 'red'],
  ['direction marks', 'a\u202eb\u2066c', 'abc'],
  ['a family and other emoji', '👩‍👩‍👧 😀', '👩‍👩‍👧 😀'],
  ['half of a surrogate pair', 'a\ud83d', 'a'],
  ['blanks alone', ' \n\t\u0007', undefined],
  ['nothing', '', undefined],
  ['200 emoji', '😀'.repeat(200), '😀'.repeat(200)],
  ['201 emoji', '😀'.repeat(201), '😀'.repeat(200)],
  ['a pasted file', 'word '.repeat(1_000_000), 'word '.repeat(40).trimEnd()],
];

describe('promptLine', () => {
  for (const [name, text, expected] of CASES) {
    it(`formats ${name} as one line`, () => assert.equal(promptLine(text), expected));
  }
});
