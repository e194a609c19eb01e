import assert from 'node:assert/strict';
import { MAX_OSC_SIGNAL_BYTES } from '../../../../../src/pty/limits';
import { OscScanner } from '../../../../../src/pty/screen/escapes/oscScanner';

describe('OscScanner', () => {
  const longest = 'x'.repeat(MAX_OSC_SIGNAL_BYTES - '0;'.length);
  const cases: readonly (readonly [name: string, output: string, found: readonly string[]])[] = [
    [
      'titles',
      '\x1b]0;both\x07a\x1b]1;icon\x07b\x1b]2;title\x1b\\',
      ['0 both', '1 icon', '2 title'],
    ],
    ['progress', '\x1b]9;4;1;50\x07', ['9 4;1;50']],
    ['program status', '\x1b]7501;state=idle:app=x\x1b\\', ['7501 state=idle:app=x']],
    ['text of any characters', '\x1b]0;✳ Zoë 日本\x07', ['0 ✳ Zoë 日本']],
    ['an empty title', '\x1b]0;\x07', ['0 ']],
    ['a sequence without a semicolon', '\x1b]0\x07', []],
    ['other codes', '\x1b]10;?\x07\x1b]8;;x\x07\x1b]75;a\x07\x1b]75010;a\x07\x1b]04;a\x07', []],
    ['a sequence after a string without end', '\x1b]52;c;AAAA\x1b]0;title\x07', ['0 title']],
    ['a sequence that another one ends, as in xterm.js', '\x1b]0;a\x1b]2;b\x07', ['0 a', '2 b']],
    ['a sequence inside a device control string', '\x1bPq#1\x1b]0;a\x07', ['0 a']],
    ['a sequence after an additional ESC', '\x1b\x1b]0;a\x07', ['0 a']],
    ['8-bit terminators', '\x1b]0;a\u009cb\x07', ['0 a']],
    ['interrupted sequences', '\x1b]0;a\x18\x1b]0;b\x1a\x1b]0;c\u0084d\x07', []],
    ['control characters inside a sequence', '\x1b]0;a\r\nb\x00\x7f\x07', ['0 ab']],
    ['a sequence without end', '\x1b]0;title', []],
    ['a sequence of the maximum length', `\x1b]0;${longest}\x07`, [`0 ${longest}`]],
    ['a sequence above the maximum length', `\x1b]0;${longest}x\x07\x1b]0;a\x07`, ['0 a']],
    ['text that ends in the start of a sequence', 'text\x1b', []],
  ];
  for (const [name, output, expected] of cases) {
    it(`scans ${name}, whole and byte by byte`, () => {
      const bytes = Buffer.from(output);
      const inPieces = [...bytes].map((byte) => Uint8Array.of(byte));
      assert.deepEqual([scan([bytes]), scan(inPieces)], [expected, expected]);
    });
  }

  it('finds the same sequences for any split of the output', () => {
    const output = Buffer.from('a\x1b]0;✳ t\x07b\x1b[31m\x1b]7501;?\x1b\\c\x1b]9;4;3\u009cd');
    for (let cut = 0; cut <= output.length; cut++) {
      const found = scan([output.subarray(0, cut), output.subarray(cut)]);
      assert.deepEqual(found, ['0 ✳ t', '7501 ?', '9 4;3'], `cut at ${cut}`);
    }
  });

  it('keeps no reference to a chunk, so that the caller may reuse its buffer', () => {
    const scanner = new OscScanner();
    const chunk = Buffer.from('\x1b]0;ti');
    scanner.push(chunk);
    chunk.fill('x');
    assert.deepEqual(scanner.push(Buffer.from('tle\x07')), [{ code: 0, data: 'title' }]);
  });
});

function scan(chunks: readonly Uint8Array[]): readonly string[] {
  const scanner = new OscScanner();
  return chunks.flatMap((chunk) => scanner.push(chunk)).map(({ code, data }) => `${code} ${data}`);
}
