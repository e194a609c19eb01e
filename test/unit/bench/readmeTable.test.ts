import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceTable } from '../../../bench/readmeTable';
import type { Row } from '../../../bench/row';

const CHECKOUT = join(__dirname, '../../..');

describe('replaceTable', () => {
  it('changes nothing of the README as it is: its table is that of the results', () => {
    const readme = readFileSync(join(CHECKOUT, 'README.md'), 'utf8');
    const results = readFileSync(join(CHECKOUT, 'bench/results.json'), 'utf8');
    const { rows } = JSON.parse(results) as { readonly rows: readonly Row[] };
    assert.equal(replaceTable(readme, rows), readme);
  });

  it('refuses a README without a place for it', () => {
    assert.throws(() => replaceTable('# A README', []), /no place for the table/);
  });
});
