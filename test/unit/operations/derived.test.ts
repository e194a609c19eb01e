import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { API_PAGE, writeApiTables } from '../../../scripts/lib/apiTables';
import { CLIENT_OPERATIONS, formatClientOperations } from '../../../scripts/lib/clientOperations';

describe('what `npm run operations` writes', function () {
  this.timeout(30_000);

  it('is the types and routes of the client', async () => {
    assert.equal(readFileSync(CLIENT_OPERATIONS, 'utf8'), await formatClientOperations());
  });

  it('is the tables of docs/api.md', async () => {
    const page = readFileSync(API_PAGE, 'utf8');
    assert.equal(page, await writeApiTables(page));
  });
});
