import assert from 'node:assert/strict';
import fc from 'fast-check';
import { QueryFinder } from '../../../../../src/pty/screen/escapes/queryFinder';
import { findQueries } from '../../../../../src/pty/screen/escapes/terminalQueries';

/** Parts of output: whole and broken queries, and what looks like them. */
const PARTS = [
  ...[
    '\x1b[c',
    '\x1b[0c',
    '\x1b[>0;1c',
    '\x1b[6n',
    '\x1b[?996n',
    '\x1b[?2026$p',
    '\x1b[?u',
    '\x1b[18t',
  ],
  ...[
    '\x1b[>0q',
    '\x1b]10;?\x07',
    '\x1b]11;?\x1b\\',
    '\x1b]4;1;?;2;?\x1b\\',
    '\x1bP+q544e\x1b\\',
    '\x1bP$qm\x07',
  ],
  ...[
    '\x1b[31;1m',
    '\x1b[2J',
    '\x1b[?25l',
    '\x1b[1 q',
    '\x1b]0;title\x07',
    '\x1b]133;A\x07',
    '\x1b]1;icon\x07',
  ],
  ...[
    '\x1b',
    '[',
    ']',
    'P',
    '\\',
    '1',
    '4',
    ';',
    '?',
    '$',
    'c',
    'n',
    '\x07',
    ' ',
    'é',
    '\x1bc',
    'x'.repeat(40),
  ],
];

const output = fc
  .array(fc.constantFrom(...PARTS), { maxLength: 12 })
  .map((parts) => parts.join(''));

function find(chunks: readonly Buffer[]): readonly string[] {
  const finder = new QueryFinder();
  return chunks.flatMap((chunk) => finder.push(chunk));
}

describe('QueryFinder', () => {
  it('finds in one chunk what is found in its text', () => {
    fc.assert(
      fc.property(output, (text) => {
        const bytes = Buffer.from(text);
        const expected = findQueries(bytes.toString('latin1')).map(({ query }) => query);
        assert.deepEqual(find([bytes]), expected);
      }),
      { numRuns: 2000 },
    );
  });

  it('finds each query once if it is split', () => {
    for (const query of PARTS.slice(0, 14)) {
      const bytes = Buffer.from(`${'a'.repeat(50)}${query}${'b'.repeat(50)}`);
      const expected = findQueries(bytes.toString('latin1')).map((one) => one.query);
      for (let cut = 50; cut < 50 + query.length; cut++) {
        const chunks = [bytes.subarray(0, cut), bytes.subarray(cut)];
        assert.deepEqual(
          find(chunks).length,
          expected.length,
          `${JSON.stringify(query)} at ${cut}`,
        );
      }
    }
  });

  it('finds queries of up to 32 bytes in chunks of one byte', () => {
    for (const query of PARTS.slice(0, 11)) {
      const bytes = Buffer.from(`a${query}b`);
      assert.equal(find([...bytes].map((byte) => Buffer.from([byte]))).length, 1, query);
    }
  });

  it('keeps no part of a chunk, whose buffer the caller may use again', () => {
    const finder = new QueryFinder();
    const chunk = Buffer.from(`${'a'.repeat(40)}\x1b[`);
    finder.push(chunk);
    chunk.fill('x');
    assert.deepEqual(finder.push(Buffer.from('6n')), ['\x1b[6n']);
  });
});
