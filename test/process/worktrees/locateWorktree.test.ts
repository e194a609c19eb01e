import assert from 'node:assert/strict';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorktreeLocation } from '../../../src/worktrees/locateWorktree';
import type { Worktree } from '../../../src/worktrees/worktree';
import { GitPlayground, worktreeRequest } from '../../support/gitPlayground';

const THERE: WorktreeLocation = { kind: 'there', lockReason: undefined };
const MISSING: WorktreeLocation = { kind: 'missing', isKnown: true, lockReason: undefined };

describe('A worktree that others moved or removed', function () {
  this.timeout(30_000);
  let at: GitPlayground;
  let repository: string;
  let worktree: Worktree;

  beforeEach(async () => {
    at = new GitPlayground();
    repository = at.repository('repo', { 'sub/file': '1' });
    const request = worktreeRequest(join(repository, 'sub'));
    worktree = (await at.worktrees.create(request)).worktree;
  });
  afterEach(() => at.dispose());

  const isLocated = async (location: WorktreeLocation): Promise<void> =>
    assert.deepEqual(await at.worktrees.locate(worktree), location);
  const isRepairedTo = async (path: string, place?: string): Promise<void> => {
    const repaired = await at.worktrees.repair(worktree, place);
    assert.deepEqual(repaired, { ...worktree, path, cwd: join(path, 'sub') });
    assert.deepEqual(await at.worktrees.locate(repaired), THERE);
    assert.equal((await at.worktrees.status(repaired)).branch, worktree.branch);
  };

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
    await isLocated(MISSING);
    await assert.rejects(at.worktrees.repair(worktree), {
      code: 'ILLEGAL_STATE',
      message: /no worktree of .*repo in .*fix-login: say where/,
    });
    await isRepairedTo(at.path('far', 'away', 'tree'), at.path('far', 'away', 'tree'));
  });

  it('is repaired where it is after its repository was moved', async () => {
    renameSync(repository, at.path('moved'));
    worktree = { ...worktree, repository: at.path('moved') };
    await isLocated({ kind: 'missing', isKnown: true, lockReason: undefined });
    await isRepairedTo(worktree.path);
  });

  it('is broken where its link was damaged', async () => {
    const common = join(repository, '.git', 'worktrees', 'none');
    writeFileSync(join(worktree.path, '.git'), `gitdir: ${common}\n`);
    await isLocated({ kind: 'broken' });
    await isRepairedTo(worktree.path);
  });

  it('is missing when deleted, known or not', async () => {
    rmSync(worktree.path, { recursive: true });
    await isLocated(MISSING);
    at.run(repository, 'worktree', 'prune');
    await isLocated({ ...MISSING, isKnown: false });
  });

  it('is not taken to be the main working tree that its branch is checked out in', async () => {
    await at.worktrees.archive(worktree);
    at.run(repository, 'checkout', '--quiet', worktree.branch);
    await isLocated({ ...MISSING, isKnown: false });
  });

  it('is missing when something else is in its place', async () => {
    rmSync(worktree.path, { recursive: true });
    at.repository('repo.worktrees/fix-login');
    await isLocated(MISSING);
  });

  it('is not looked for in a repository that is gone', async () => {
    rmSync(repository, { recursive: true });
    await assert.rejects(at.worktrees.locate(worktree), { code: 'CWD_NOT_FOUND' });
  });
});
