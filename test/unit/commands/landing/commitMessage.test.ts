import assert from 'node:assert/strict';
import { splitMessage } from '../../../../src/commands/landing/commitMessage';

describe('splitMessage', () => {
  for (const [text, subject, body] of [
    ['Fix it', 'Fix it', ''],
    ['\n## **Fix** `it`\n\nBecause.\nSo.\n', 'Fix it', 'Because.\nSo.'],
    ['# 1 is a number', '1 is a number', ''],
    ['#1 is an issue', '#1 is an issue', ''],
  ] as const) {
    it(`takes "${subject}" from ${JSON.stringify(text)}`, () =>
      assert.deepEqual(splitMessage(text), { subject, body }));
  }
});
