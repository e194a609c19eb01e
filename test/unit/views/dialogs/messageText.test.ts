import assert from 'node:assert/strict';
import { toMessageText, withoutLinks } from '../../../../src/views/dialogs/shownText';

describe('the text of a message', () => {
  it('contains no links, and no misleading characters [S10]', () => {
    assert.equal(withoutLinks('[a](command:x) [b]\n(c)'), '[a] (command:x) [b]\n(c)');
    assert.equal(toMessageText('[a](command:x)\u202e\n'), '[a] (command:x)\\u202e\\u000a');
  });
});
