import assert from 'node:assert/strict';
import { toVisibleText } from '../../../../src/base/text/visibleText';

describe('toVisibleText', () => {
  const CASES: readonly (readonly [name: string, text: string, shown: string])[] = [
    ['plain text', 'rm -rf "é 日本 😀"', 'rm -rf "é 日本 😀"'],
    ['characters that change the direction', 'a\u202eb\u2066c\u200f', 'a\\u202eb\\u2066c\\u200f'],
    ['characters without width', 'a\u200bb\ufeffc\u00ad', 'a\\u200bb\\ufeffc\\u00ad'],
    ['control characters', 'a\x1b\n\x7f\u009bb', 'a\\u001b\\u000a\\u007f\\u009bb'],
    ['line separators', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
    ['blanks other than a space', 'a\u00a0b\u3000c d', 'a\\u00a0b\\u3000c d'],
    ['invisible letters', 'a\u3164b\u2800c\uffa0', 'a\\u3164b\\u2800c\\uffa0'],
    ['tag characters outside of the first plane', 'a\u{e0041}b', 'a\\u{e0041}b'],
    ['half of a surrogate pair', 'a\ud83d', 'a\\ud83d'],
  ];
  for (const [name, text, shown] of CASES) {
    it(`formats ${name}`, () => assert.equal(toVisibleText(text), shown));
  }
});
