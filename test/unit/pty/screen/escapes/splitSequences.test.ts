import assert from 'node:assert/strict';
import fc from 'fast-check';
import { BracketedPaste } from '../../../../../src/pty/screen/escapes/bracketedPaste';
import { QueryFinder } from '../../../../../src/pty/screen/escapes/queryFinder';
import { findQueries } from '../../../../../src/pty/screen/escapes/terminalQueries';

/** How many bytes before the last cut may belong to a sequence. */
const OVERLAP = 64;

interface Found {
  readonly queries: readonly string[];
  /** Whether bracketed paste is on. */
  readonly isOn: boolean;
}

const QUERIES = [
  ...['\x1b[c', '\x1b[0c', '\x1b[>0;1c', '\x1b[6n', '\x1b[?996n', '\x1b[?2026$p', '\x1b[?u'],
  ...['\x1b[18t', '\x1b[>0q', '\x1b]10;?\x07', '\x1b]11;?\x1b\\', '\x1b]4;1;?;2;?\x1b\\'],
  ...['\x1bP+q544e\x1b\\', '\x1bP$qm\x07', `\x1b[${'0;'.repeat(30)}c`],
];

const SWITCHES = [
  ...['\x1b[?2004h', '\x1b[?2004l', '\x1bc', '\x1b[?1000;1002;1003;1004;1006;2004h'],
  '\x1b[?2004;1049l',
];

/** What is neither, and parts of both. */
const OTHERS = [
  ...['\x1b[31;1m', '\x1b[2J', '\x1b[?25l', '\x1b[1 q', '\x1b]0;title\x07', '\x1b]133;A\x07'],
  ...['\x1b]1;icon\x07', '\x1b[?12004h', '\x1b', '[', ']', 'P', '\\', '1', '4', ';', '?', '$', 'c'],
  ...['n', 'h', '2004', '\x07', ' ', 'é', 'x'.repeat(40)],
];

/** Output, and where it is cut. */
const outputs = fc.tuple(
  fc
    .array(fc.constantFrom(...QUERIES, ...SWITCHES, ...OTHERS), { maxLength: 12 })
    .map((parts) => Buffer.from(parts.join(''))),
  fc.array(fc.nat(60), { maxLength: 12 }),
);

function cutAt(output: Buffer, lengths: readonly number[]): readonly Buffer[] {
  const chunks: Buffer[] = [];
  let rest = output;
  for (const length of lengths) {
    chunks.push(rest.subarray(0, length));
    rest = rest.subarray(length);
  }
  return [...chunks, rest];
}

/** Finds the same by a search of each chunk after the last bytes of those before it, whatever they are. */
function searchAll(chunks: readonly Buffer[]): Found {
  const queries: string[] = [];
  let last = '';
  let isOn = false;
  for (const chunk of chunks) {
    const text = last + chunk.toString('latin1');
    const border = last.length;
    last = text.slice(-OVERLAP);
    const found = findQueries(text).filter(({ end }) => end > border);
    queries.push(...found.map(({ query }) => query));
    for (const [, modes, switched] of text.matchAll(/\x1b(?:c|\[\?([0-9;]+)([hl]))/g)) {
      if (modes === undefined || modes.split(';').includes('2004')) {
        isOn = switched === 'h';
      }
    }
  }
  return { queries, isOn };
}

function find(chunks: readonly Buffer[]): Found {
  const finder = new QueryFinder();
  const paste = new BracketedPaste();
  const queries = chunks.flatMap((chunk) => {
    // The caller may use the buffer of a chunk again.
    const own = Buffer.from(chunk);
    const found = finder.push(own);
    paste.push(own);
    own.fill('x');
    return found;
  });
  return { queries, isOn: paste.isOn };
}

describe('sequences in split output', () => {
  it('are those that a search of all of it finds', () => {
    fc.assert(
      fc.property(outputs, ([output, lengths]) => {
        const chunks = cutAt(output, lengths);
        assert.deepEqual(find(chunks), searchAll(chunks));
      }),
      { numRuns: 5000 },
    );
  });

  for (const sequence of [...QUERIES, ...SWITCHES]) {
    it(`are found wherever they are cut, also into single bytes: ${JSON.stringify(sequence)}`, () => {
      const output = Buffer.from(`${'a'.repeat(50)}${sequence}${'b'.repeat(50)}`);
      const whole = find([output]);
      assert.ok(whole.queries.length === 1 || SWITCHES.includes(sequence));
      for (let cut = 50; cut < 50 + sequence.length; cut++) {
        assert.deepEqual(find(cutAt(output, [cut])), whole, `cut at ${cut}`);
      }
      assert.deepEqual(find(cutAt(output, Array<number>(output.length).fill(1))), whole);
    });
  }

  it('are found if most of them comes in the last chunk', () => {
    const query = `\x1b[${'0;'.repeat(100)}c`;
    assert.deepEqual(find(cutAt(Buffer.from(query), [10])).queries, [query]);
  });
});
