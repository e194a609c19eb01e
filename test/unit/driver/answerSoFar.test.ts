import assert from 'node:assert/strict';
import { isUnfinished } from '../../../src/driver/answerSoFar';

describe('isUnfinished', () => {
  const rows: readonly (readonly [string, boolean])[] = [
    ['', false],
    ['Done.', false],
    ['Here it is:', true],
    ['First,', true],
    ['f(a, b)', false],
    ['f(a, [b', true],
    ['a) and b', false],
    ['{"a": [1, 2]}', false],
    ['{"a": [1, 2]', true],
    ['```js\nlet a;\n```', false],
    ['```js\nlet a;', true],
    ['Well: \n', true],
  ];
  for (const [text, expected] of rows) {
    it(`is ${String(expected)} for ${JSON.stringify(text)}`, () => {
      assert.equal(isUnfinished(text), expected);
    });
  }
});
