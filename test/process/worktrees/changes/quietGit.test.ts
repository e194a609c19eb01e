import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { ChangesRequest } from '../../../../src/worktrees/changes/changes';
import { formatChange, useGitPlayground } from '../../../support/agents/gitPlayground';

/** Hooks of git, also those that a changed index or a fetch would run. */
const HOOKS = ['post-index-change', 'reference-transaction', 'pre-auto-gc', 'post-checkout'];

describe('A look at the changes', function () {
  this.timeout(60_000);
  const at = useGitPlayground();
  let repository: string;

  beforeEach(() => {
    const attributes = '*.txt filter=trap diff=trap\nlfs filter=lfs diff=lfs -text\n';
    repository = at.repository('repo', {
      'a.txt': 'one\n',
      lfs: 'x\n',
      '.gitattributes': attributes,
    });
    mkdirSync(at.path('marks'));
  });

  /** A program that leaves a mark. */
  const trap = (name: string, file = at.path(name)): string => {
    at.write(file, `#!/bin/sh\ntouch "${at.path('marks', name)}"\n[ -t 0 ] || cat\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const configure = (key: string, value: string): string =>
    at.run(repository, 'config', '--add', key, value);
  const ran = (): readonly string[] => readdirSync(at.path('marks')).sort();
  const arm = (): void => {
    for (const key of ['core.fsmonitor', 'core.pager', 'core.sshCommand', 'diff.external']) {
      configure(key, trap(key));
    }
    for (const key of ['filter.trap.clean', 'filter.trap.smudge', 'filter.a.b.process']) {
      configure(key, trap(key));
    }
    configure('filter.lfs.process', trap('lfs.process'));
    configure('filter.lfs.required', 'true');
    configure('filter.trap.required', 'true');
    configure('diff.trap.textconv', trap('textconv'));
    configure('diff.trap.command', trap('diff.command'));
    HOOKS.forEach((name) => trap(name, join(repository, '.git', 'hooks', name)));
  };
  const index = (): string => join(repository, '.git', 'index');
  const look = async (): Promise<readonly string[]> => {
    const { files, since } = await at.worktrees.changes({ folder: repository, since: 'head' });
    await at.worktrees.original(repository, since, 'a.txt');
    return files.map(formatChange);
  };

  it('runs no program of the repository, whatever its configuration names', async () => {
    at.write(join(repository, 'a.txt'), 'two\n');
    at.write(join(repository, 'b.txt'), 'new\n');
    at.write(join(repository, 'lfs'), 'content\n');
    arm();
    const lines = ['modified a.txt +1 -1', 'untracked b.txt +1 -0', 'modified lfs +1 -1'];
    assert.deepEqual(await look(), lines);
    assert.deepEqual(ran(), []);
    // A proof that the traps work.
    for (const args of [
      ['status'],
      ['diff', 'a.txt'],
      ['diff', '--no-ext-diff', 'a.txt'],
      ['diff'],
    ]) {
      try {
        at.run(repository, ...args);
      } catch {
        // The program is not the filter that git expects.
      }
    }
    const programs = ['diff.command', 'filter.trap.clean', 'filter.trap.smudge', 'lfs.process'];
    assert.deepEqual(ran(), ['core.fsmonitor', ...programs, 'post-index-change', 'textconv']);
  });

  it('runs none inside of a submodule', async () => {
    const lib = at.repository('lib');
    at.run(repository, 'submodule', '--quiet', 'add', lib, 'lib');
    at.commit(repository, {});
    at.run(join(repository, 'lib'), 'config', 'core.fsmonitor', trap('inside'));
    at.write(join(repository, 'lib', 'file'), 'changed');
    assert.deepEqual(await look(), []);
    assert.deepEqual(ran(), []);
  });

  it('fetches nothing into a partial clone', async () => {
    const commit = at.run(repository, 'rev-parse', 'HEAD');
    at.commit(repository, { 'a.txt': 'two\n' });
    at.run(repository, 'config', 'uploadpack.allowFilter', 'true');
    at.run(at.root, 'clone', '--quiet', '--filter=blob:none', `file://${repository}`, 'partial');
    const partial = at.path('partial');
    at.run(partial, 'config', 'remote.origin.uploadpack', trap('upload-pack'));
    const request: ChangesRequest = { folder: partial, since: { commit } };
    assert.equal((await at.worktrees.changes(request)).files.length, 1);
    await assert.rejects(at.worktrees.original(partial, commit, 'a.txt'), {
      code: 'ILLEGAL_STATE',
    });
    assert.deepEqual(ran(), []);
  });

  it('refuses a filter whose name cannot be turned off', async () => {
    configure('filter.a=b.clean', trap('clean'));
    at.write(join(repository, '.gitattributes'), '* filter=a=b\n');
    await assert.rejects(look(), { code: 'ILLEGAL_STATE', message: /"filter\.a=b".* rename it/ });
    assert.deepEqual(ran(), []);
  });

  for (const split of ['false', 'true']) {
    it(`leaves the index as it is, with core.splitIndex ${split}`, async () => {
      at.run(repository, 'config', 'core.splitIndex', split);
      at.run(repository, 'update-index', split === 'true' ? '--split-index' : '--no-split-index');
      arm();
      utimesSync(join(repository, 'a.txt'), 1, 1);
      at.write(join(repository, 'new'), '1\n');
      const state = (): unknown => [
        ...[readFileSync(index()), statSync(index()).mtimeMs, statSync(index()).ino],
        readdirSync(join(repository, '.git')).sort(),
        at.run(repository, 'count-objects', '-v'),
      ];
      const before = state();
      assert.deepEqual(await look(), ['untracked new +1 -0']);
      assert.deepEqual(state(), before);
      assert.deepEqual(
        readdirSync(at.root).filter((name) => name.includes('index')),
        [],
      );
    });
  }
});
