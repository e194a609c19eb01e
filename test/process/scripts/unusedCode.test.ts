import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const KNIP = resolve('node_modules/knip/bin/knip.js');

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{"name": "planted", "devDependencies": {"left-pad": "1.0.0"}}',
  'src/entry.ts': "import { used } from './used';\nexport const forOthers = used;",
  'src/used.ts':
    'export const used = 1;\nexport interface DeadType {}\nexport const dead = used;\nexport class DeadToo {}',
  'src/unused.ts': 'export const unused = 1;',
  'test/unit/used.test.ts':
    "import { helper } from '../support/helper';\nimport 'right-pad';\nhelper();",
  'test/support/helper.ts': 'export function helper() {}\nexport function deadHelper() {}',
};

describe('the search for unused code', function () {
  this.timeout(60_000);

  it('reports unused files, exports, types and packages, also of tests, and packages that are not named', () => {
    const directory = mkdtempSync(join(tmpdir(), 'unused-code-'));
    for (const [path, text] of Object.entries(FILES)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    cpSync('knip.json', join(directory, 'knip.json'));
    const args = [KNIP, '--directory', directory, '--reporter', 'compact', '--no-config-hints'];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    rmSync(directory, { recursive: true });
    assert.equal(status, 1, stdout);
    const found = stdout.split('\n').filter((line) => /^(src|test|package)\S*(:|$)/.test(line));
    assert.deepEqual(found.sort(), [
      'package.json: left-pad',
      'src/unused.ts: src/unused.ts',
      'src/used.ts: DeadType',
      'src/used.ts: dead, DeadToo',
      'test/support/helper.ts: deadHelper',
      'test/unit/used.test.ts: right-pad',
    ]);
  });
});
