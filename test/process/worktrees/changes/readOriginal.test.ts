import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_TEXT_BYTES } from '../../../../src/worktrees/limits';
import { useGitPlayground } from '../../../support/agents/gitPlayground';

const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:12\nsize 5\n';

describe('Worktrees.original', function () {
  this.timeout(60_000);
  const at = useGitPlayground();

  it('is the text of the commit, as it is stored', async () => {
    const texts = {
      'a\nb': '1\n',
      '-dash': '2\n',
      ':(top)x': '3\n',
      'deep/*': '4\n',
      crlf: 'a\r\nb',
      bom: '\uFEFFx',
      lfs: POINTER,
      empty: '',
      long: 'x'.repeat(5_000_000),
    };
    const repository = at.repository('repo', texts);
    symlinkSync('/etc/passwd', join(repository, 'link'));
    const commit = at.commit(repository, {});
    at.commit(repository, { 'a\nb': 'later' });
    for (const [path, text] of Object.entries({ ...texts, link: '/etc/passwd' })) {
      const original = await at.worktrees.original(repository, commit, path);
      assert.deepEqual(original, { kind: 'text', text }, path);
    }
  });

  it('is not a text where a file is binary, too large, a submodule or missing', async () => {
    const repository = at.repository('repo', { binary: 'a\0b', 'a/b': '1' });
    at.commit(repository, { large: 'x'.repeat(MAX_TEXT_BYTES + 1) });
    at.run(repository, 'submodule', '--quiet', 'add', at.repository('lib'), 'lib');
    const commit = at.commit(repository, {});
    const original = (path: string): Promise<unknown> =>
      at.worktrees.original(repository, commit, path);
    assert.deepEqual(await original('binary'), { kind: 'binary' });
    assert.deepEqual(await original('large'), { kind: 'tooLarge', bytes: MAX_TEXT_BYTES + 1 });
    const head = at.run(at.path('lib'), 'rev-parse', 'HEAD');
    assert.deepEqual(await original('lib'), { kind: 'submodule', commit: head });
    for (const path of ['nothing', 'a', 'bad\uFFFD']) {
      assert.deepEqual(await original(path), { kind: 'missing' }, path);
    }
    const bad = at.worktrees.original(repository, '--help', 'file');
    await assert.rejects(bad, { code: 'BAD_REQUEST' });
  });
});
