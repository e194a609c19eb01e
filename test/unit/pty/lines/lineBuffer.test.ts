import assert from 'node:assert/strict';
import { stripVTControlCharacters } from 'node:util';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { MAX_CSI_CHARS, MAX_ESCAPE_STRING_CHARS, MAX_LINE_CHARS } from '../../../../src/pty/limits';
import { LineBuffer } from '../../../../src/pty/lines/lineBuffer';

describe('LineBuffer', () => {
  const table: readonly (readonly [what: string, output: string, lines: readonly string[]])[] = [
    ['lines that end in LF or CR LF', 'a\nb\r\n\nc', ['a', 'b', '', 'c']],
    [
      'colours unchanged',
      '\x1b[1;31mred\x1b[m \x1b[38:2::1:2:3mx\n',
      ['\x1b[1;31mred\x1b[m \x1b[38:2::1:2:3mx'],
    ],
    [
      'no cursor movements, screen clears or modes',
      '\x1b[2J\x1b[3;4Ha\x1b[A\x1b[?25lb\x1b[0K\n',
      ['ab'],
    ],
    [
      'no titles, links or other strings',
      '\x1b]0;t\x07a\x1b]8;;u\x1b\\b\x1bPq#\x1b\\c\x1b_G\x1b\\\n',
      ['abc'],
    ],
    ['no charset switches or keypad modes', '\x1b(Ba\x1b=\x1b>b\x1b#8\n', ['ab']],
    ['no control characters except tabs', 'a\x00\x07\x7f\tb\n', ['a\tb']],
    ['no 8-bit controls', 'a\u009b2Jb\u009d0;t\u009cc\u0085\n', ['abc']],
    ['no sequences that only resemble SGR', '\x1b[>4;2ma\x1b[?4mb\n', ['ab']],
    [
      'nothing of an interrupted sequence',
      'a\x1b[3\x18b\x1b]0;t\x1ac\x1b[3\x1b[1md\n',
      ['abc\x1b[1md'],
    ],
    ['two lines for a line feed inside a sequence', 'a\x1b[3\n1mb\n', ['a', '\x1b[31mb']],
    ['the last state of a progress bar', '10%\r20%\r100%\r\n', ['100%']],
    ['the rest of a line after a shorter rewrite', '100%\r9\n', ['900%']],
    ['no text that is erased to the right', 'Downloading\r\x1b[KDone\n', ['Done']],
    ['only the text after an erased line', 'abc\x1b[2K\rDone\n', ['Done']],
    [
      'only the text after an erased line and a move to column 1',
      'abcdef\x1b[2K\x1b[1GDone\n',
      ['Done'],
    ],
    ['spaces for text that is erased to the left', 'abcdef\x1b[4D\x1b[1K\n', ['   def']],
    ['a corrected command line', 'sl\b\b\x1b[Kls -l\r\n', ['ls -l']],
    ['wide characters that are overwritten by columns', '日本\b\b  \b\bx|\n', ['日x|']],
    ['a space for half of a wide character', '日本\rx\n', ['x 本']],
    ['no combining mark of an overwritten character', 'e\u0301\bo\n', ['o']],
    ['tabs of an overwritten line as spaces', 'a\tb\rx\n', ['x       b']],
    [
      'the colour of text that is not overwritten',
      '\x1b[31mabc\rX\x1b[0mY\nplain\n',
      ['\x1b[31mX\x1b[0mY\x1b[31mc\x1b[0m', 'plain'],
    ],
    ['no repeated colour from the line before', '\x1b[32ma\nbc\rd\n', ['\x1b[32ma', 'dc']],
    ['characters outside ASCII', 'ä\x1b[0m日🚀\n', ['ä\x1b[0m日🚀']],
    ['an unfinished last line', 'a\nb', ['a', 'b']],
  ];

  for (const [what, output, lines] of table) {
    it(`returns ${what}`, () => assert.deepEqual(linesOf([Buffer.from(output)]), lines));
  }

  it('returns a line when it ends, not before', () => {
    const buffer = new LineBuffer();
    assert.deepEqual(buffer.push(Buffer.from('a')), []);
    assert.deepEqual(buffer.push(Buffer.from('b\nc')), ['ab']);
    assert.deepEqual(buffer.flush(), ['c']);
    assert.deepEqual(buffer.flush(), []);
  });

  it('returns the same lines for any split of the bytes', () => {
    fc.assert(
      fc.property(output(), fc.array(fc.nat()), (text, cuts) => {
        const bytes = Buffer.from(text);
        assert.deepEqual(linesOf(cutAt(bytes, cuts)), linesOf([bytes]));
      }),
    );
  });

  it('returns the same lines for arbitrary bytes, one by one or together', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
        assert.deepEqual(linesOf(single), linesOf([bytes]));
      }),
    );
  });

  it('returns the text that a terminal shows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rewrite(), { maxLength: 40 }), async (parts) => {
        const text = parts.join('');
        const [line = ''] = linesOf([Buffer.from(text)]);
        assert.equal(stripVTControlCharacters(line).trimEnd(), await shownByTerminal(text));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps one line of a progress bar of 100,000 steps', () => {
    const buffer = new LineBuffer();
    for (let step = 0; step <= 100_000; step += 1) {
      assert.deepEqual(buffer.push(Buffer.from(`\r\x1b[3${step % 8}m${step} of 100000`)), []);
    }
    assert.deepEqual(buffer.flush(), ['\x1b[30m100000 of 100000']);
  });

  const endless: readonly (readonly [what: string, unit: string])[] = [
    ['text', 'x'],
    ['wide characters', '🚀'],
    ['tabs', '\t'],
    ['colours', '\x1b[38;2;1;2;3m'],
    ['overwritten coloured text', '\r\x1b[3C\x1b[38;2;1;2;3mxy\x1b[0m\t'],
    ['combining marks', '\u0301'],
  ];
  for (const [what, unit] of endless) {
    it(`cuts an endless line of ${what} into lines within the limit`, () => {
      const lines = linesOf([Buffer.from(`a\rb${unit.repeat(100_000)}`)]);
      assert.ok(lines.every((line) => line.length <= MAX_LINE_CHARS));
    });
  }

  it('loses nothing of a line that is too long, and cuts no character in two', () => {
    const text = `x${'🚀'.repeat(MAX_LINE_CHARS)}\x1b[31m`.repeat(2);
    const lines = linesOf([Buffer.from(text)]);
    assert.equal(lines.join(''), text);
    assert.ok(lines.every((line) => Buffer.from(line).toString() === line));
  });

  it('drops a sequence that does not end', () => {
    const [title] = linesOf([
      Buffer.from(`\x1b]0;${'x'.repeat(MAX_ESCAPE_STRING_CHARS)}\nafter`),
    ]).slice(-1);
    assert.equal(title, 'after');
    const [csi] = linesOf([Buffer.from(`\x1b[${'1;'.repeat(MAX_CSI_CHARS)}\nafter`)]).slice(-1);
    assert.equal(csi, 'after');
  });
});

function linesOf(chunks: readonly Uint8Array[]): readonly string[] {
  const buffer = new LineBuffer();
  return [...chunks.flatMap((chunk) => buffer.push(chunk)), ...buffer.flush()];
}

function cutAt(bytes: Uint8Array, cuts: readonly number[]): readonly Uint8Array[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length];
  places.sort((one, other) => one - other);
  return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

/** Output with the parts that a split may break: sequences, rewrites and long lines. */
function output(): fc.Arbitrary<string> {
  const sequence = fc
    .tuple(
      fc.constantFrom('\x1b[', '\x1b[?', '\x1b]0;', '\x1bP', '\x1b(', '\x1b', '\u009b'),
      fc.constantFrom('', '1', '2', '38;2;1;2;3', '\n', 'x'.repeat(300)),
      fc.constantFrom('m', 'K', 'C', 'D', 'G', '\x07', '\x1b\\', 'B', '\x18'),
    )
    .map((parts) => parts.join(''));
  const part = fc.oneof(
    sequence,
    rewrite(),
    fc.constantFrom(
      '\r\n',
      '\n',
      '\t',
      'ab',
      'äöü',
      'x'.repeat(MAX_LINE_CHARS - 2),
      '日'.repeat(9000),
    ),
  );
  return fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));
}

/** One write or cursor movement within a line. */
function rewrite(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.constantFrom('abc', 'x', '日', '🚀', 'ä', 'e\u0301'),
    fc.constantFrom('\r', '\b', '\x1b[K', '\x1b[1K', '\x1b[2K', '\x1b[2D', '\x1b[1G', '\x1b[m'),
  );
}

async function shownByTerminal(text: string): Promise<string> {
  const terminal = new Terminal({ cols: 500, rows: 2, allowProposedApi: true });
  terminal.loadAddon(new Unicode11Addon());
  terminal.unicode.activeVersion = '11';
  await new Promise<void>((resolve) => terminal.write(text, resolve));
  const line = terminal.buffer.active.getLine(0)?.translateToString(true) ?? '';
  terminal.dispose();
  return line.trimEnd();
}
