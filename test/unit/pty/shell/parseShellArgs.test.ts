import assert from 'node:assert/strict';
import { parseShellArgs } from '../../../../src/pty/shell/parseShellArgs';

const CASES: readonly (readonly [what: string, input: string, words: readonly string[]])[] = [
  ['an empty string', '', []],
  ['white space', ' \t\n ', []],
  [
    'flags with double quotes',
    '--flag1 --message "hello world" --path "/my dir/file"',
    ['--flag1', '--message', 'hello world', '--path', '/my dir/file'],
  ],
  ['single quotes, literally', String.raw`'a\nb "c" $d'`, [String.raw`a\nb "c" $d`]],
  ['a backslash in single quotes', String.raw`'a\' b`, ['a\\', 'b']],
  [String.raw`\" in double quotes`, String.raw`"say \"hi\""`, ['say "hi"']],
  [String.raw`\\ in double quotes`, String.raw`"a\\b"`, [String.raw`a\b`]],
  [String.raw`\$ in double quotes`, '"\\$HOME \\`id\\`"', ['$HOME `id`']],
  ['other backslashes in double quotes', String.raw`"a\nb"`, [String.raw`a\nb`]],
  ['single quotes in double ones', `"it's"`, ["it's"]],
  ['an escaped space', String.raw`my\ dir/file`, ['my dir/file']],
  ['escaped quotes', String.raw`\"a\' b`, [`"a'`, 'b']],
  ['an escaped letter', String.raw`f\oo`, ['foo']],
  ['an escaped backslash', String.raw`a\\b`, [String.raw`a\b`]],
  ['quotes within a word', `--a='b c'"d e"f`, ['--a=b cd ef']],
  ['empty quotes', `'' "" x`, ['', '', 'x']],
  ['a lone backslash at the end', 'a \\', ['a', '\\']],
  ['a backslash that ends a word', 'a\\', ['a\\']],
  ['an open single quote', `a 'b c`, ['a', 'b c']],
  ['an open double quote', `a "b c`, ['a', 'b c']],
  ['an open double quote after a backslash', `"a\\`, ['a\\']],
  ['characters that a shell would expand', '$HOME *.ts ~ # no', ['$HOME', '*.ts', '~', '#', 'no']],
  ['non-ASCII', '"grüße 🎉"', ['grüße 🎉']],
  ['a Windows path', String.raw`C:\Users\me\x.exe -v`, [String.raw`C:\Users\me\x.exe`, '-v']],
  [
    'a Windows path in double quotes',
    String.raw`"C:\Program Files\x" y`,
    [String.raw`C:\Program Files\x`, 'y'],
  ],
  [
    'a Windows path in single quotes',
    String.raw`'C:\Program Files\x'`,
    [String.raw`C:\Program Files\x`],
  ],
  ['a Windows path as a value', String.raw`--dir=D:\a\b`, [String.raw`--dir=D:\a\b`]],
  ['a Windows path that ends in a backslash', String.raw`C:\a\ b`, [String.raw`C:\a` + '\\', 'b']],
  ['a relative Windows path', String.raw`.\bin\x ..\y`, [String.raw`.\bin\x`, String.raw`..\y`]],
  ['a Windows path with a variable', String.raw`%APPDATA%\npm\x`, [String.raw`%APPDATA%\npm\x`]],
  ['a Windows share', String.raw`\\server\share\x`, [String.raw`\\server\share\x`]],
  [
    'a Windows share in double quotes',
    String.raw`"\\server\my share"`,
    [String.raw`\\server\my share`],
  ],
  ['an escaped quote in a Windows path', String.raw`"C:\a\"b"`, [String.raw`C:\a"b`]],
  ['a word after a Windows path', String.raw`C:\a b\ c`, [String.raw`C:\a`, 'b c']],
];

describe('parseShellArgs', () => {
  for (const [what, input, words] of CASES) {
    it(`parses ${what}`, () => assert.deepEqual(parseShellArgs(input), words));
  }
});
