import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeFileAtomically } from '../../../src/base/atomicFile';

describe('writeFileAtomically', () => {
  it('leaves the old content and no other file when it fails', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'agent-terminals-atomic-'));
    try {
      const file = join(directory, 'f');
      await writeFile(file, 'old');
      const makeWay = (): Promise<void> => Promise.reject(new Error('no way'));
      await assert.rejects(writeFileAtomically(file, 'new', makeWay), /no way/);
      assert.deepEqual(await readdir(directory), ['f']);
      assert.equal(await readFile(file, 'utf8'), 'old');
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
