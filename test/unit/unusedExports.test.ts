import assert from 'node:assert/strict';
import { parseSources, readSources } from '../../scripts/lib/stats/sources.mjs';
import { findUnusedExports } from '../../scripts/lib/stats/unusedExports.mjs';

describe('src', function () {
  this.timeout(120_000);

  it('exports only what another file imports', async () => {
    assert.deepEqual(findUnusedExports(parseSources(await readSources(process.cwd()))), []);
  });
});
