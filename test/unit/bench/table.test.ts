import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROWS } from '../../../bench/report/goals';
import { replaceTable } from '../../../bench/report/page';
import { readResults, summarise, type Results } from '../../../bench/report/results';
import type { Goal, Row } from '../../../bench/report/row';
import { formatParts, formatRows } from '../../../bench/report/table';

const PAGE = readFileSync(join(__dirname, '../../../docs/performance.md'), 'utf8');
const MOST_WORDS = 600;

const goal = (kind: Goal['kind'], value: number, of: Goal['of']): Goal => ({ kind, value, of });
const ROW_OF_TWO: Row = {
  ...{ id: 'F0', feels: 'output', peer: 'a pipe' },
  parts: [
    { what: 'rate', unit: 'MB/s', goal: goal('atLeast', 0.9, 'ratio') },
    { what: 'memory', unit: 'MB', goal: goal('atMost', 40, 'more'), peer: 'none' },
  ],
};
const ROW_OF_ONE: Row = {
  ...{ id: 'F00', feels: 'starts', peer: 'a shell' },
  parts: [{ what: 'time', unit: 'ms', goal: goal('atMost', 200, 'ours') }],
};
const RATE = { ours: 20.2, peer: 40, ratio: 0.505, spread: { ours: [9.54, 21], peer: [40, 40] } };
const TIME = { ours: 150 };

const resultsOf = (parts: Readonly<Record<string, object>>): Results =>
  ({ F0: { date: '', machine: '', parts }, F00: { date: '', machine: '', parts } }) as Results;

/** The cells of each line, without the head. */
const cellsOf = (table: string): readonly (readonly string[])[] =>
  table
    .trim()
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );

describe('formatRows', () => {
  it('has the part that is furthest from its goal, and the verdicts of all', () => {
    const memory = { ours: 210, peer: 180, ratio: 1.17, more: 30 };
    const cells = cellsOf(formatRows([ROW_OF_TWO], resultsOf({ rate: RATE, memory })));
    assert.deepEqual(cells, [
      [
        ...['F0', 'output: rate', 'a pipe', '20 MB/s (9.5 to 21)', '40 MB/s (40 to 40)'],
        ...['0.51', '>= 0.9x', 'MISSED in 1 of 2'],
      ],
    ]);
  });

  it('names what is not measured yet, in a row and of a row', () => {
    const memory = { ours: 210, peer: 180, ratio: 1.17, more: 30 };
    const cells = cellsOf(formatRows([ROW_OF_TWO, ROW_OF_ONE], resultsOf({ memory })));
    assert.deepEqual(cells, [
      [
        ...['F0', 'output: memory', 'none', '210 MB', '180 MB', '1.17', '<= 40 MB more'],
        'met in 1 of 2, 1 not measured yet',
      ],
      ['F00', 'starts', 'a shell', 'not measured yet', '', '', '', ''],
    ]);
  });

  it('has a row of one part without its name', () =>
    assert.deepEqual(cellsOf(formatRows([ROW_OF_ONE], resultsOf({ time: TIME }))), [
      ['F00', 'starts', 'a shell', '150 ms', '', '', '<= 200 ms', 'met'],
    ]));
});

describe('formatParts', () => {
  it('has each measured part with its own verdict', () =>
    assert.deepEqual(
      cellsOf(formatParts([ROW_OF_TWO, ROW_OF_ONE], resultsOf({ rate: RATE, time: TIME }))).map(
        ([id, what, , , , , verdict]) => [id, what, verdict],
      ),
      [
        ['F0', 'rate', 'MISSED'],
        ['F00', 'time', 'met'],
      ],
    ));
});

describe('docs/performance.md', () => {
  it('has the table of the results (npm run bench:page)', () =>
    assert.equal(replaceTable(PAGE, readResults()), PAGE));

  it(`has at most ${MOST_WORDS} words`, () => {
    const words = PAGE.match(/\p{L}[\p{L}\p{N}.'/-]*/gu) ?? [];
    assert.ok(words.length <= MOST_WORDS, `${words.length} words`);
  });

  it('states the cause of each row with a missed goal, and of no other', () => {
    const section = PAGE.split('## Missed goals')[1]?.split('\n## ')[0] ?? '';
    const stated = [...section.matchAll(/^- \*\*(F\d+)\*\*/gm)].map(([, id]) => id);
    const results = readResults();
    const missed = ROWS.filter((row) => summarise(row, results).missed > 0);
    assert.deepEqual(
      stated,
      missed.map(({ id }) => id),
    );
  });

  it('is refused without the comments that mark the table', () =>
    assert.throws(() => replaceTable('# A page', {}), /lacks the two comments/));
});
