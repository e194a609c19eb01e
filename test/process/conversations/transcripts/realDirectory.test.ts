import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSameDirectory } from '../../../../src/conversations/transcripts/realDirectory';

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
