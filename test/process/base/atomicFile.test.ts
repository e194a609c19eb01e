import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile, writeFileAtomically } from '../../../src/base/atomicFile';

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

describe('replaceFile', () => {
  it('replaces a file by one that only its owner can read', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'agent-terminals-atomic-'));
    try {
      const file = join(directory, 'f');
      await writeFile(file, 'old', { mode: 0o644 });
      await replaceFile(file, 'new');
      assert.deepEqual(await readdir(directory), ['f']);
      assert.equal(await readFile(file, 'utf8'), 'new');
      assert.equal((await stat(file)).mode & 0o777, 0o600);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  it('leaves no other file when it fails', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'agent-terminals-atomic-'));
    try {
      await mkdir(join(directory, 'taken'));
      await assert.rejects(replaceFile(join(directory, 'taken'), 'new'));
      assert.deepEqual(await readdir(directory), ['taken']);
    } finally {
      await rm(directory, { recursive: true });
    }
  });
});
