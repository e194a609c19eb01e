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

  it('is there if nobody did', async () => {
    await isLocated(THERE);
    await isRepairedTo(worktree.path);
  });

  it('is there with another branch checked out, and locked', async () => {
    at.run(worktree.path, 'checkout', '--quiet', '-b', 'other');
    at.run(repository, 'worktree', 'lock', '--reason', 'two\nlines', worktree.path);
    await isLocated({ kind: 'there', lockReason: 'two\nlines' });
  });

  it('is found where git moved it', async () => {
    at.run(repository, 'worktree', 'move', worktree.path, at.path('else where'));
    await isLocated({ kind: 'moved', path: at.path('else where') });
    await isRepairedTo(at.path('else where'));
  });

  for (const [what, place] of [
    ['beside its place', ['repo.worktrees', 'renamed 🚀']],
    ['beside the repository', ['renamed']],
  ] as const) {
    it(`is found where it was renamed to, ${what}`, async () => {
      const path = at.path(...place);
      renameSync(worktree.path, path);
      await isLocated({ kind: 'moved', path });
      await isRepairedTo(path);
    });
  }

  it('is missing where nobody looks, and repaired when its place is named', async () => {
    mkdirSync(at.path('far', 'away'), { recursive: true });
    renameSync(worktree.path, at.path('far', 'away', 'tree'));
    await isLocated(missing());
    await assert.rejects(at.worktrees.repair(worktree), {
      code: 'ILLEGAL_STATE',
      message: /no worktree of .*repo in .*fix-login: choose where it was moved to/,
    });
    await isRepairedTo(at.path('far', 'away', 'tree'), at.path('far', 'away', 'tree'));
  });

  it('is repaired where it is after its repository was moved', async () => {
    renameSync(repository, at.path('moved'));
    worktree = { ...worktree, repository: at.path('moved') };
    await isLocated(BROKEN);
    await isRepairedTo(worktree.path);
  });

  it('is broken where its link was damaged', async () => {
    const common = join(repository, '.git', 'worktrees', 'none');
    writeFileSync(join(worktree.path, '.git'), `gitdir: ${common}\n`);
    await isLocated(BROKEN);
    await isRepairedTo(worktree.path);
  });

  it('is missing when deleted, known or not', async () => {
    rmSync(worktree.path, { recursive: true });
    await isLocated(missing());
    at.run(repository, 'worktree', 'prune');
    await isLocated(FORGOTTEN);
  });

  it('is not taken to be the main working tree that its branch is checked out in', async () => {
    await at.worktrees.archive(worktree);
    at.run(repository, 'checkout', '--quiet', worktree.branch);
    await isLocated(FORGOTTEN);
  });

  it('is missing when something else is in its place', async () => {
    rmSync(worktree.path, { recursive: true });
    at.repository('repo.worktrees/fix-login');
    await isLocated(missing());
  });

  it('is not looked for in a repository that is gone', async () => {
    rmSync(repository, { recursive: true });
    await assert.rejects(at.worktrees.locate(worktree), { code: 'CWD_NOT_FOUND' });
  });

  it('is missing where git moved it and it is gone from there too', async () => {
    const away = at.path('away');
    at.run(repository, 'worktree', 'move', worktree.path, away);
    rmSync(away, { recursive: true });
    await isLocated(missing(away));
    const { worktree: back } = await at.worktrees.unarchive(worktree, { copy: [] });
    assert.equal(back.path, worktree.path);
  });

  it('is broken where it went back by hand to the place that git moved it from', async () => {
    at.run(repository, 'worktree', 'move', worktree.path, at.path('away'));
    renameSync(at.path('away'), worktree.path);
    await isLocated(BROKEN);
    await isRepairedTo(worktree.path);
  });

  describe('and one of the person', () => {
    const OWN = 'own';

    it('on its branch is not taken for it', async () => {
      at.run(repository, 'worktree', 'remove', worktree.path);
      add(at.path(OWN), worktree.branch);
      await isLocated(FORGOTTEN);
      const unarchived = at.worktrees.unarchive(worktree, { copy: [] });
      await assert.rejects(unarchived, {
        code: 'ILLEGAL_STATE',
        message: /checked out in .*own: /,
      });
      await at.worktrees.remove(worktree, { branch: 'keep', force: true });
      assert.ok(existsSync(at.path(OWN, 'sub', 'file')));
    });

    it('in its place is not taken for it, and it is found where git moved it', async () => {
      at.run(repository, 'worktree', 'move', worktree.path, at.path('away'));
      add(worktree.path, '-b', OWN);
      await isLocated({ kind: 'moved', path: at.path('away') });
      at.run(repository, 'worktree', 'remove', at.path('away'));
      await isLocated(FORGOTTEN);
      await at.worktrees.remove(worktree, { branch: 'delete', force: true });
      assert.ok(existsSync(join(worktree.path, 'sub', 'file')));
    });

    it('in its place, on its branch, stays though it is clean', async () => {
      at.run(repository, 'worktree', 'remove', worktree.path);
      add(worktree.path, worktree.branch);
      await assert.rejects(at.worktrees.unarchive(worktree, { copy: [] }), /is checked out in/);
      assert.ok(existsSync(join(worktree.path, 'sub', 'file')));
      await assert.rejects(at.worktrees.repair(worktree), { code: 'ILLEGAL_STATE' });
    });

    it('becomes its own where the person says so', async () => {
      at.run(repository, 'worktree', 'remove', worktree.path);
      add(at.path(OWN), worktree.branch);
      worktree = await at.worktrees.repair(worktree, at.path(OWN));
      assert.equal(worktree.path, at.path(OWN));
      await isLocated(THERE);
    });
  });

  it('is never one of another task, nor the main working tree, whoever says so', async () => {
    const other = await at.worktree(repository);
    for (const place of [other.path, repository]) {
      await assert.rejects(at.worktrees.repair(worktree, place), { code: 'ILLEGAL_STATE' });
    }
    worktree = other;
    await isLocated(THERE);
  });

  describe('made before worktrees were marked', () => {
    beforeEach(() => {
      const [admin = ''] = readdirSync(join(repository, '.git', 'worktrees'));
      rmSync(join(repository, '.git', 'worktrees', admin, 'info', 'agent-terminals'));
      worktree = unmarked(worktree);
    });

    it('goes by its place, and by its link where it was renamed', async () => {
      await isLocated(THERE);
      const path = at.path('renamed');
      renameSync(worktree.path, path);
      await isLocated({ kind: 'moved', path });
      worktree = await at.worktrees.repair(worktree);
      assert.equal(worktree.path, path);
    });

    it('is missing where git moved it, and marked when its place is named', async () => {
      const moves = [at.path('one'), at.path('two')] as const;
      at.run(repository, 'worktree', 'move', worktree.path, moves[0]);
      await isLocated(FORGOTTEN);
      worktree = await at.worktrees.repair(worktree, moves[0]);
      at.run(repository, 'worktree', 'move', moves[0], moves[1]);
      await isLocated({ kind: 'moved', path: moves[1] });
    });
  });

  describe('whose .git file is gone', () => {
    const NOTES = 'my notes';
    beforeEach(() => {
      rmSync(join(worktree.path, '.git'));
      at.write(join(worktree.path, 'sub', 'file'), 'changed');
      at.write(join(worktree.path, NOTES), 'mine');
    });

    it('is broken, names what is left, and is linked again with all of it', async () => {
      await isLocated({ kind: 'broken', left: [NOTES, 'sub'] });
      await isRepairedTo(worktree.path);
      const { uncommitted, untracked } = await at.worktrees.inspect(worktree);
      assert.deepEqual([uncommitted.names, untracked.names], [['sub/file'], [NOTES]]);
      assert.equal(readFileSync(join(worktree.path, NOTES), 'utf8'), 'mine');
    });

    it('is neither made again nor removed over what is left, and says what to do', async () => {
      const refusal = {
        code: 'ILLEGAL_STATE',
        message: /has lost its \.git file, .*\(my notes, sub\): repair it first.* or move that/,
      };
      await assert.rejects(at.worktrees.unarchive(worktree, { copy: [] }), refusal);
      await assert.rejects(
        at.worktrees.remove(worktree, { branch: 'delete', force: true }),
        refusal,
      );
      assert.ok(existsSync(join(worktree.path, NOTES)));
    });

    it('is made again beside what is left where git has forgotten it, and says so', async () => {
      const away = at.path('away');
      renameSync(worktree.path, away);
      at.run(repository, 'worktree', 'prune');
      renameSync(away, worktree.path);
      await isLocated(FORGOTTEN);
      const made = await at.worktrees.unarchive(worktree, { copy: [] });
      assert.equal(made.worktree.path, `${worktree.path}-2`);
      assert.match(
        made.notices.join(),
        /not created in .*fix-login because other files are there \(my notes, sub\); they are kept/,
      );
      assert.equal(readFileSync(join(worktree.path, NOTES), 'utf8'), 'mine');
    });

    it('is made again in an empty directory', async () => {
      rmSync(worktree.path, { recursive: true });
      mkdirSync(worktree.path);
      await isLocated(missing());
      const made = await at.worktrees.unarchive(worktree, { copy: [] });
      assert.deepEqual([made.worktree.path, made.notices], [worktree.path, []]);
    });
  });

  it('is not made again where another repository is in its place, nor is that touched', async () => {
    rmSync(worktree.path, { recursive: true });
    at.repository('repo.worktrees/fix-login');
    const refusal = { code: 'ILLEGAL_STATE', message: /Something else is where .*\(\.git, file\)/ };
    await assert.rejects(at.worktrees.unarchive(worktree, { copy: [] }), refusal);
    await assert.rejects(at.worktrees.remove(worktree, { branch: 'keep', force: true }), refusal);
    assert.ok(existsSync(join(worktree.path, 'file')));
  });
});
