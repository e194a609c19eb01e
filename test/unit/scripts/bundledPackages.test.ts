import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import type { Metafile } from 'esbuild';
import { readBundledPackages } from '../../../scripts/lib/bundles/bundledPackages.mjs';
import { ROOT } from '../../../scripts/lib/paths.mjs';

describe('readBundledPackages', () => {
  let directory: string;

  beforeEach(() => (directory = mkdtempSync(join(tmpdir(), 'agent-terminals-packages-'))));
  afterEach(() => rmSync(directory, { recursive: true }));

  function install(path: string, license: string, files: Readonly<Record<string, string>>): string {
    const place = join(directory, 'node_modules', path);
    mkdirSync(place, { recursive: true });
    const name = path.split('node_modules/').at(-1);
    writeFileSync(join(place, 'package.json'), JSON.stringify({ name, version: '1.2.3', license }));
    for (const [file, text] of Object.entries(files)) {
      writeFileSync(join(place, file), text);
    }
    return relative(ROOT, place);
  }

  const bundleOf = (inputs: Readonly<Record<string, number>>): Metafile => ({
    inputs: {},
    outputs: {
      'dist/x.js': {
        ...{ bytes: 1, imports: [], exports: [] },
        inputs: Object.fromEntries(
          Object.entries(inputs).map(([path, bytesInOutput]) => [path, { bytesInOutput }]),
        ),
      },
    },
  });

  it('returns the packages whose code is in the bundle, also scoped and nested ones, once', async () => {
    const scoped = install('@a/b', 'MIT', { LICENSE: 'text of b\r\n', 'NOTICE.md': 'note of b' });
    const nested = install('@a/b/node_modules/c', 'ISC', { 'licence.txt': 'text of c' });
    const dropped = install('dropped', 'GPL-3.0', {});
    const found = await readBundledPackages([
      bundleOf({ [`${scoped}/x.js`]: 5, [`${scoped}/y.js`]: 1, [`${dropped}/x.js`]: 0 }),
      bundleOf({ [`${nested}/x.js`]: 5, 'src/extension.ts': 9 }),
    ]);
    assert.deepEqual(found, [
      { name: '@a/b', version: '1.2.3', license: 'MIT', notice: 'text of b\n\nnote of b' },
      { name: 'c', version: '1.2.3', license: 'ISC', notice: 'text of c' },
    ]);
  });

  it('rejects a licence that is not allowed, and a package without its text [S8]', async () => {
    const copyleft = install('copyleft', 'GPL-3.0', { LICENSE: 'x' });
    await assert.rejects(readBundledPackages([bundleOf({ [`${copyleft}/x.js`]: 1 })]), {
      message: 'copyleft 1.2.3 has the licence "GPL-3.0", which may not be shipped.',
    });
    const bare = install('bare', 'MIT', { 'README.md': 'x' });
    await assert.rejects(readBundledPackages([], [bare]), {
      message: 'bare 1.2.3 has no licence file, whose text must be shipped.',
    });
  });
});
