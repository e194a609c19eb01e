import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { LEVELS } from '../../../scripts/lib/levels/levels.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';

describe('the levels whose tests mocha runs', () => {
  for (const folder of ['unit', 'process', 'package']) {
    it(`contain each file of test/${folder} once`, () => {
      const { args = [] } = LEVELS.find(({ name }) => name === `${folder} tests`) ?? {};
      const patterns = args.filter((arg) => arg.startsWith('test/'));
      const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: ROOT }));
      const all = globSync(`test/${folder}/**/*.test.ts`, { cwd: ROOT });
      assert.deepEqual(files.sort(), all.sort());
      assert.ok(all.length > 0);
    });
  }
});
