import assert from 'node:assert/strict';
import { sanitizePrompt } from '../../../../src/providers/launch/plainText';

describe('sanitizePrompt', () => {
  const cases: [string, string, string][] = [
    ['keeps text, TAB and LF', 'é 日本 😀\n\tx', 'é 日本 😀\n\tx'],
    ['converts all line ends to LF', 'a\r\nb\rc', 'a\nb\nc'],
    ['drops colours', '\x1b[1;31mred\x1b[0m', 'red'],
    ['drops paste marks', 'a\x1b[200~b\x1b[201~c', 'abc'],
    ['leaves no mark of split marks', 'a\x1b[\x1b[201~201~b\u009b201~\x1b\x1b[201~c', 'a[201~bc'],
    ['drops ESC, C0, DEL and C1', 'a\x1bb\x00\x07\x03\x7f\x85\x90c', 'abc'],
    ['drops blank lines at the ends', '\n \n  first\nlast \n\n', '  first\nlast'],
    ['keeps what looks like an option', '--help me', '--help me'],
  ];
  for (const [title, prompt, expected] of cases) {
    it(`${title} [A36]`, () => assert.equal(sanitizePrompt(prompt), expected));
  }
});
