import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { parseSessionLabel } from '../../../src/tasks/sessionLabel';

describe('parseSessionLabel', () => {
  it('keeps one line of visible characters [S13]', () => {
    assert.equal(parseSessionLabel(' one\r\ntwo\x1b[31m \u009b3 '), 'one two[31m 3');
    assert.equal(parseSessionLabel('a\u202eb\u2066c\u200fd\u061ce'), 'abcde');
    const longest = '🙂'.repeat(500);
    assert.equal(parseSessionLabel(longest), longest);
  });

  for (const [text, message] of [
    [' \t\n ', 'A session needs a name: type at least one visible character.'],
    ['x'.repeat(501), "The session's name has 501 characters: shorten it to at most 500."],
  ] as const) {
    it(`refuses ${text.length} characters: ${message}`, () =>
      assert.throws(
        () => parseSessionLabel(text),
        (error) => SessionError.is(error, 'BAD_REQUEST') && error.message === message,
      ));
  }
});
