import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDirectory, isSameDirectory } from '../../../src/base/directories';

describe('isSameDirectory', () => {
  let root: string;

  before(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'agent-terminals-directories-')));
    await Promise.all(['Work', 'other'].map((name) => mkdir(join(root, name))));
    await symlink('Work', join(root, 'link'));
    await writeFile(join(root, 'file'), '');
  });

  after(() => rm(root, { recursive: true }));

  const CASES: readonly (readonly [one: string, other: string, isSame: boolean])[] = [
    ['Work', 'Work', true],
    ['Work', 'link', true],
    ['Work', 'other', false],
    ['Work', 'gone', false],
    ['gone', 'gone', true],
    ['gone', 'gone too', false],
    ['Work', 'file', false],
  ];
  for (const [one, other, isSame] of CASES) {
    it(`returns ${isSame} for ${one} and ${other}`, async () => {
      assert.equal(await isSameDirectory(join(root, one), join(root, other)), isSame);
    });
  }

  it('returns what the file system decides for names that differ only in letter case', async () => {
    const [one, other] = [join(root, 'Work'), join(root, 'work')];
    assert.equal(await isSameDirectory(one, other), existsSync(other));
  });
});

describe('isDirectory', () => {
  it('accepts directories only', () => {
    assert.equal(isDirectory(__dirname), true);
    assert.equal(isDirectory(__filename), false);
  });

  it('returns false for a path that is missing, below a file, or too long for the system', () => {
    assert.equal(isDirectory(join(__dirname, 'missing')), false);
    assert.equal(isDirectory(join(__filename, 'below')), false);
    assert.equal(isDirectory(join(__dirname, 'x'.repeat(1_000))), false);
  });
});
