import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { minimatch } from 'minimatch';
import { LEVELS } from '../../../scripts/lib/levels/levels.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';

describe('the levels whose tests mocha runs', () => {
  for (const folder of ['unit', 'process', 'package']) {
    it(`contain each file of test/${folder} once`, () => {
      const { args = [] } = LEVELS.find(({ name }) => name === `${folder} tests`) ?? {};
      const patterns = args.filter((arg) => arg.startsWith('test/'));
      const all = readdirSync(join(ROOT, 'test', folder), { encoding: 'utf8', recursive: true })
        .map((name) => `test/${folder}/${name.replaceAll(sep, '/')}`)
        .filter((file) => file.endsWith('.test.ts'));
      // As mocha finds them.
      const files = patterns.flatMap((pattern) => minimatch.match(all, pattern));
      assert.deepEqual(files.sort(), all.sort());
      assert.ok(all.length > 0);
    });
  }
});
