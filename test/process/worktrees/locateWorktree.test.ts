import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { WorktreeLocation } from '../../../src/worktrees/locateWorktree';
import type { Worktree } from '../../../src/worktrees/worktree';
import { unmarked, useGitPlayground } from '../../support/agents/gitPlayground';

const THERE: WorktreeLocation = { kind: 'there', lockReason: undefined };
const FORGOTTEN: WorktreeLocation = { kind: 'missing', knownAt: undefined, lockReason: undefined };
const BROKEN: WorktreeLocation = { kind: 'broken', left: undefined };

describe('A worktree that others moved or removed', function () {
  this.timeout(30_000);
  const at = useGitPlayground();
  let repository: string;
  let worktree: Worktree;

  beforeEach(async () => {
    repository = at.repository('repo', { 'sub/file': '1' });
    worktree = await at.worktree(join(repository, 'sub'));
  });

  const isLocated = async (location: WorktreeLocation): Promise<void> =>
    assert.deepEqual(await at.worktrees.locate(worktree), location);
  const isRepairedTo = async (path: string, place?: string): Promise<void> => {
    const repaired = await at.worktrees.repair(worktree, place);
    assert.deepEqual(repaired, { ...worktree, path, cwd: join(path, 'sub') });
    assert.deepEqual(await at.worktrees.locate(repaired), THERE);
    assert.equal((await at.worktrees.status(repaired)).branch, worktree.branch);
  };

  const missing = (knownAt = worktree.path): WorktreeLocation => ({
    kind: 'missing',
    knownAt,
    lockReason: undefined,
  });
  const add = (path: string, ...args: readonly string[]): string =>
    at.run(repository, 'worktree', 'add', '--quiet', path, ...args);

  it('is found in its place if nothing has changed', async () => {
    await isLocated(THERE);
    await isRepairedTo(worktree.path);
  });

  it('is found in its place with another branch checked out, and locked', async () => {
    at.run(worktree.path, 'checkout', '--quiet', '-b', 'other');
    at.run(repository, 'worktree', 'lock', '--reason', 'two\nlines', worktree.path);
    await isLocated({ kind: 'there', lockReason: 'two\nlines' });
  });

  it('is found in the place to which git has moved it', async () => {
    at.run(repository, 'worktree', 'move', worktree.path, at.path('else where'));
    await isLocated({ kind: 'moved', path: at.path('else where') });
    await isRepairedTo(at.path('else where'));
  });

  for (const [what, place] of [
    ['beside its place', ['repo.worktrees', 'renamed 🚀']],
    ['beside the repository', ['renamed']],
  ] as const) {
    it(`is found after a rename ${what}`, async () => {
      const path = at.path(...place);
      renameSync(worktree.path, path);
      await isLocated({ kind: 'moved', path });
      await isRepairedTo(path);
    });
  }

  it('is missing after a move to elsewhere, and repaired if its path is given', async () => {
    mkdirSync(at.path('far', 'away'), { recursive: true });
    renameSync(worktree.path, at.path('far', 'away', 'tree'));
    await isLocated(missing());
    await assert.rejects(at.worktrees.repair(worktree), {
      code: 'ILLEGAL_STATE',
      message: /no worktree of .*repo in .*fix-login: choose where it was moved to/,
    });
    await isRepairedTo(at.path('far', 'away', 'tree'), at.path('far', 'away', 'tree'));
  });

  it('is repaired in its place after its repository was moved', async () => {
    renameSync(repository, at.path('moved'));
    worktree = { ...worktree, repository: at.path('moved') };
    await isLocated(BROKEN);
    await isRepairedTo(worktree.path);
  });

  it('is broken if its link is damaged [A23]', async () => {
    const common = join(repository, '.git', 'worktrees', 'none');
    writeFileSync(join(worktree.path, '.git'), `gitdir: ${common}\n`);
    await isLocated(BROKEN);
    await isRepairedTo(worktree.path);
  });

  it('is missing when deleted, before and after git prunes it', async () => {
    rmSync(worktree.path, { recursive: true });
    await isLocated(missing());
    at.run(repository, 'worktree', 'prune');
    await isLocated(FORGOTTEN);
  });

  it('is not found in the main working tree that has its branch checked out', async () => {
    await at.worktrees.archive(worktree);
    at.run(repository, 'checkout', '--quiet', worktree.branch);
    await isLocated(FORGOTTEN);
  });

  it('is missing when something else is in its place', async () => {
    rmSync(worktree.path, { recursive: true });
    at.repository('repo.worktrees/fix-login');
    await isLocated(missing());
  });

  it('is missing when a worktree of another repository is in its place', async () => {
    rmSync(worktree.path, { recursive: true });
    at.run(at.repository('other'), 'worktree', 'add', '--quiet', worktree.path);
    await isLocated(missing());
  });

  it('cannot be found in a repository that does not exist', async () => {
    rmSync(repository, { recursive: true });
    await assert.rejects(at.worktrees.locate(worktree), { code: 'CWD_NOT_FOUND' });
  });

  it('is missing if git has moved it and it is deleted there', async () => {
    const away = at.path('away');
    at.run(repository, 'worktree', 'move', worktree.path, away);
    rmSync(away, { recursive: true });
    await isLocated(missing(away));
    const { worktree: back } = await at.worktrees.unarchive(worktree, { copy: [], symlink: [] });
    assert.equal(back.path, worktree.path);
  });

  it('is missing if git has moved it and it is deleted there, whatever is in its old place', async () => {
    const away = at.path('away');
    at.run(repository, 'worktree', 'move', worktree.path, away);
    rmSync(away, { recursive: true });
    at.write(join(worktree.path, 'note'), 'of others');
    await isLocated(missing(away));
  });

  it('is broken if it is moved back by hand to the place from which git moved it', async () => {
    at.run(repository, 'worktree', 'move', worktree.path, at.path('away'));
    renameSync(at.path('away'), worktree.path);
    await isLocated(BROKEN);
    await isRepairedTo(worktree.path);
  });

  describe('beside a worktree of the person', () => {
    const OWN = 'own';

    it('is not found in one on its branch, which is kept', async () => {
      at.run(repository, 'worktree', 'remove', worktree.path);
      add(at.path(OWN), worktree.branch);
      await isLocated(FORGOTTEN);
      const unarchived = at.worktrees.unarchive(worktree, { copy: [], symlink: [] });
      await assert.rejects(unarchived, {
        code: 'ILLEGAL_STATE',
        message: /checked out in .*own: /,
      });
      await at.worktrees.remove(worktree, { branch: 'keep', force: true });
      assert.ok(existsSync(at.path(OWN, 'sub', 'file')));
    });

    it('is found at the path to which git has moved it, not in one in its place, which is kept', async () => {
      at.run(repository, 'worktree', 'move', worktree.path, at.path('away'));
      add(worktree.path, '-b', OWN);
      await isLocated({ kind: 'moved', path: at.path('away') });
      at.run(repository, 'worktree', 'remove', at.path('away'));
      await isLocated(FORGOTTEN);
      await at.worktrees.remove(worktree, { branch: 'delete', force: true });
      assert.ok(existsSync(join(worktree.path, 'sub', 'file')));
    });

    it('does not replace a clean one in its place and on its branch', async () => {
      at.run(repository, 'worktree', 'remove', worktree.path);
      add(worktree.path, worktree.branch);
      await assert.rejects(
        at.worktrees.unarchive(worktree, { copy: [], symlink: [] }),
        /is checked out in/,
      );
      assert.ok(existsSync(join(worktree.path, 'sub', 'file')));
      await assert.rejects(at.worktrees.repair(worktree), { code: 'ILLEGAL_STATE' });
    });

    it('is repaired to one that the person chooses', async () => {
      at.run(repository, 'worktree', 'remove', worktree.path);
      add(at.path(OWN), worktree.branch);
      worktree = await at.worktrees.repair(worktree, at.path(OWN));
      assert.equal(worktree.path, at.path(OWN));
      await isLocated(THERE);
    });
  });

  it('cannot be repaired to the worktree of another task, or to the main working tree', async () => {
    const other = await at.worktree(repository);
    for (const place of [other.path, repository]) {
      await assert.rejects(at.worktrees.repair(worktree, place), { code: 'ILLEGAL_STATE' });
    }
    worktree = other;
    await isLocated(THERE);
  });

  describe('without a mark', () => {
    beforeEach(() => {
      const [admin = ''] = readdirSync(join(repository, '.git', 'worktrees'));
      rmSync(join(repository, '.git', 'worktrees', admin, 'info', 'agent-terminals'));
      worktree = unmarked(worktree);
    });

    it('is found by its place, and by its link after a rename', async () => {
      await isLocated(THERE);
      const path = at.path('renamed');
      renameSync(worktree.path, path);
      await isLocated({ kind: 'moved', path });
      worktree = await at.worktrees.repair(worktree);
      assert.equal(worktree.path, path);
    });

    it('is missing after git has moved it, and marked when its path is given', async () => {
      const moves = [at.path('one'), at.path('two')] as const;
      at.run(repository, 'worktree', 'move', worktree.path, moves[0]);
      await isLocated(FORGOTTEN);
      worktree = await at.worktrees.repair(worktree, moves[0]);
      at.run(repository, 'worktree', 'move', moves[0], moves[1]);
      await isLocated({ kind: 'moved', path: moves[1] });
    });
  });

  describe('whose .git file is missing', () => {
    const NOTES = 'my notes';
    beforeEach(() => {
      rmSync(join(worktree.path, '.git'));
      at.write(join(worktree.path, 'sub', 'file'), 'changed');
      at.write(join(worktree.path, NOTES), 'mine');
    });

    it('is broken, names the remaining files, and keeps them when it is linked again', async () => {
      await isLocated({ kind: 'broken', left: [NOTES, 'sub'] });
      await isRepairedTo(worktree.path);
      const { uncommitted, untracked } = await at.worktrees.inspect(worktree);
      assert.deepEqual([uncommitted.names, untracked.names], [['sub/file'], [NOTES]]);
      assert.equal(readFileSync(join(worktree.path, NOTES), 'utf8'), 'mine');
    });

    it('is neither restored nor removed over the remaining files, with a next step', async () => {
      const refusal = {
        code: 'ILLEGAL_STATE',
        message: /has lost its \.git file, .*\(my notes, sub\): repair it first.* or move that/,
      };
      await assert.rejects(at.worktrees.unarchive(worktree, { copy: [], symlink: [] }), refusal);
      await assert.rejects(
        at.worktrees.remove(worktree, { branch: 'delete', force: true }),
        refusal,
      );
      assert.ok(existsSync(join(worktree.path, NOTES)));
    });

    it('is restored beside the remaining files after git has pruned it, with a notice', async () => {
      const away = at.path('away');
      renameSync(worktree.path, away);
      at.run(repository, 'worktree', 'prune');
      renameSync(away, worktree.path);
      await isLocated(FORGOTTEN);
      const made = await at.worktrees.unarchive(worktree, { copy: [], symlink: [] });
      assert.equal(made.worktree.path, `${worktree.path}-2`);
      assert.match(
        made.notices.join(),
        /not created in .*fix-login because other files are there \(my notes, sub\); they are kept/,
      );
      assert.equal(readFileSync(join(worktree.path, NOTES), 'utf8'), 'mine');
    });

    it('is restored in an empty directory', async () => {
      rmSync(worktree.path, { recursive: true });
      mkdirSync(worktree.path);
      await isLocated(missing());
      const made = await at.worktrees.unarchive(worktree, { copy: [], symlink: [] });
      assert.deepEqual([made.worktree.path, made.notices], [worktree.path, []]);
    });
  });

  it('is not restored over another repository in its place, which is kept', async () => {
    rmSync(worktree.path, { recursive: true });
    at.repository('repo.worktrees/fix-login');
    const refusal = { code: 'ILLEGAL_STATE', message: /Something else is where .*\(\.git, file\)/ };
    await assert.rejects(at.worktrees.unarchive(worktree, { copy: [], symlink: [] }), refusal);
    await assert.rejects(at.worktrees.remove(worktree, { branch: 'keep', force: true }), refusal);
    assert.ok(existsSync(join(worktree.path, 'file')));
  });
});
