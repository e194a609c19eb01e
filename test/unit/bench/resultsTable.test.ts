import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceTable } from '../../../bench/report/resultsTable';
import { readResults } from '../../../bench/report/results';

const CHECKOUT = join(__dirname, '../../..');

describe('replaceTable', () => {
  it('leaves docs/performance.md unchanged: its table is that of the results', () => {
    const page = readFileSync(join(CHECKOUT, 'docs/performance.md'), 'utf8');
    assert.equal(replaceTable(page, readResults()), page);
  });

  it('writes the time of a run before the table, and removes it with the time', () => {
    const page = 'Before\n<!-- npm run bench writes this table -->\n\n\n<!-- end of the table -->';
    const machine = { cpu: 'A fast one', cores: 2, node: 'v24.0.0' };
    const timedRun = { date: '2026-02-02', seconds: 842, machine };
    const timed = replaceTable(page, { timedRun, rows: [] });
    const without = replaceTable(page, { rows: [] });
    const line =
      '`npm run bench` last took 842 s of at most 900 s, on 2026-02-02 (A fast one, 2 cores, Node v24.0.0).';
    assert.equal(timed.replace(`${line}\n\n`, ''), without);
    assert.equal(replaceTable(timed, { rows: [] }), without);
    assert.ok(timed.includes(line) && !without.includes('last took'));
  });

  it('refuses a page without the marker comments', () => {
    assert.throws(() => replaceTable('# A page', { rows: [] }), /lacks the two comments/);
  });
});
