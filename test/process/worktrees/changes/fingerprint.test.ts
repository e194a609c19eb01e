import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, truncateSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprint } from '../../../../src/worktrees/changes/fingerprint';
import { openInside } from '../../../../src/worktrees/changes/readCurrent';
import { MAX_HASHED_BYTES } from '../../../../src/worktrees/limits';
import { useGitPlayground } from '../../../support/agents/gitPlayground';

describe('fingerprint', () => {
  const at = useGitPlayground();

  it('identifies files by content and links by target, and nothing else', async () => {
    const root = at.path('tree');
    at.write(join(root, 'deep/abc'), 'abc');
    at.write(join(root, 'large'), '');
    truncateSync(join(root, 'large'), MAX_HASHED_BYTES + 1);
    utimesSync(join(root, 'large'), 5, 5);
    at.write(at.path('outside/secret'), 'abc');
    symlinkSync('../outside/secret', join(root, 'link'));
    symlinkSync('../outside', join(root, 'leaves'));
    symlinkSync('deep', join(root, 'stays'));
    mkdirSync(join(root, 'folder'));
    execFileSync('mkfifo', [join(root, 'pipe')]);
    // The example of FIPS 180-2.
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    for (const [path, expected] of [
      ['deep/abc', abc],
      ['stays/abc', abc],
      ['large', `${MAX_HASHED_BYTES + 1} 5000`],
      ['link', 'link:../outside/secret'],
      ['leaves/secret', undefined],
      ['../outside/secret', undefined],
      ['folder', undefined],
      ['pipe', undefined],
      ['absent/file', undefined],
    ] as const) {
      assert.equal(await fingerprint(root, path), expected, path);
    }
    await assert.rejects(openInside(root, 'link'), /is a link/);
    chmodSync(join(root, 'deep/abc'), 0o744);
    assert.equal(await fingerprint(root, 'deep/abc'), `${abc} 100`);
  });
});
