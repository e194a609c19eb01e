import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replaceFile } from '../../../scripts/lib/bundles/replaceFile.mjs';

describe('replaceFile', () => {
  let directory: string;
  let file: string;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'agent-terminals-replace-'));
    file = join(directory, 'f');
    await writeFile(file, 'old');
  });
  afterEach(() => rm(directory, { recursive: true }));

  const replace = (move?: typeof rename): Promise<void> =>
    replaceFile(file, Buffer.from('new'), move);
  const left = async () => [await readdir(directory), await readFile(file, 'utf8')];
  const failure = (code: string): Error => Object.assign(new Error(code), { code });

  it('leaves the new content and no other file', async () => {
    await replace();
    assert.deepEqual(await left(), [['f'], 'new']);
  });

  it('tries again while a file is busy', async () => {
    const failures = ['EPERM', 'EBUSY', 'EACCES'];
    await replace(async (from, to) => {
      const code = failures.shift();
      await (code === undefined ? rename(from, to) : Promise.reject(failure(code)));
    });
    assert.deepEqual([failures, ...(await left())], [[], ['f'], 'new']);
  });

  for (const [code, tries] of [
    ['EPERM', 10],
    ['EXDEV', 1],
  ] as const) {
    it(`fails at try ${tries} with ${code}, and leaves the old content and no other file`, async () => {
      let tried = 0;
      const refuse = (): Promise<void> => {
        tried += 1;
        return Promise.reject(failure(code));
      };
      await assert.rejects(replace(refuse), { code });
      assert.deepEqual([tried, ...(await left())], [tries, ['f'], 'old']);
    });
  }

  it('leaves no file if the content cannot be written', async () => {
    await assert.rejects(replaceFile(join(directory, 'none', 'f'), Buffer.from('new')), {
      code: 'ENOENT',
    });
    assert.deepEqual(await left(), [['f'], 'old']);
  });
});
