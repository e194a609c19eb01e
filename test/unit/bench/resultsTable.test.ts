import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceTable } from '../../../bench/report/resultsTable';
import type { Row } from '../../../bench/report/row';

const CHECKOUT = join(__dirname, '../../..');

describe('replaceTable', () => {
  it('leaves docs/performance.md unchanged: its table is that of the results', () => {
    const page = readFileSync(join(CHECKOUT, 'docs/performance.md'), 'utf8');
    const results = readFileSync(join(CHECKOUT, 'bench/results.json'), 'utf8');
    const { rows } = JSON.parse(results) as { readonly rows: readonly Row[] };
    assert.equal(replaceTable(page, rows), page);
  });

  it('refuses a page without the marker comments', () => {
    assert.throws(() => replaceTable('# A page', []), /lacks the two comments/);
  });
});
