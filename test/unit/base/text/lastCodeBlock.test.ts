import assert from 'node:assert/strict';
import { lastCodeBlock } from '../../../../src/base/text/lastCodeBlock';

describe('lastCodeBlock', () => {
  const rows: readonly (readonly [string, string, string | undefined])[] = [
    ['no block', 'text with `code`', undefined],
    [
      'the last of two blocks',
      '```js\none\n```\ntext\n~~~\ntwo\n\n  three\n~~~\nend',
      'two\n\n  three',
    ],
    ['an empty block', '```\n```', ''],
    ['a block that contains fences', '````md\n```js\nx\n```\n````\n', '```js\nx\n```'],
    ['fences of the other kind as code', '~~~\n```\nx\n~~~', '```\nx'],
    ['a block without an end', '```sh\nnpm test', 'npm test'],
    [
      'a block in a list, without its indent',
      '1. Run:\n\n   ```sh\n   if a\n     b\n  c\n   ```',
      'if a\n  b\nc',
    ],
    ['a block that begins in the row of a list item', '- ```sh\n  a\n  ```\ntext', 'a'],
    ['no block in a row with backticks', '```a``` is code\ntext', undefined],
    ['a block with line ends of Windows', '```\r\na\r\nb\r\n```\r\n', 'a\nb'],
  ];
  for (const [name, markdown, code] of rows) {
    it(`returns ${name}`, () => assert.equal(lastCodeBlock(markdown), code));
  }
});
