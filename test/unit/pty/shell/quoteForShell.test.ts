import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { quoteForShell, toPrintfFormat } from '../../../../src/pty/shell/quoteForShell';

describe('quoteForShell', () => {
  for (const [token, quoted] of [
    ['agent', 'agent'],
    ['/usr/bin/agent-2', '/usr/bin/agent-2'],
    ['--model=a/b:c', '--model=a/b:c'],
    ['', "''"],
    ['two words', "'two words'"],
    ["it's", "'it'\\''s'"],
    ["'", "\\'"],
    ['a\\b', "'a'\\\\'b'"],
    ['$HOME', "'$HOME'"],
    ['a=b', "'a=b'"],
    ['=ls', "'=ls'"],
    ['~', "'~'"],
    ['%1', "'%1'"],
    ['a#b', "'a#b'"],
    ['{a,b}', "'{a,b}'"],
    ['wide é', "'wide é'"],
  ] as const) {
    it(`returns ${quoted} for ${JSON.stringify(token)}`, () =>
      assert.equal(quoteForShell(token), quoted));
  }

  it('refuses a NUL', () => {
    assert.throws(
      () => quoteForShell('a\0b'),
      (error) => SessionError.is(error, 'BAD_REQUEST') && /NUL/.test(error.message),
    );
  });
});

describe('toPrintfFormat', () => {
  for (const [text, format] of [
    ['plain', 'plain'],
    ['\x1b[?25h\x07\x7f', '\\033[?25h\\007\\177'],
    ['100%', '100%%'],
    ['a\\033b', 'a\\\\033b'],
    ['wide é\u0085', 'wide é\u0085'],
  ] as const) {
    it(`returns ${format} for ${JSON.stringify(text)}`, () =>
      assert.equal(toPrintfFormat(text), format));
  }
});
