import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { TASK_BRANCH, useLandings } from '../../../support/worktrees/landingWorld';

describe('A landing that others come before', function () {
  this.timeout(60_000);
  const world = useLandings({ file: 'one\n', other: 'o\n' });
  const { at } = world;

  /** Git calls it for a signature, which takes time. */
  function whileSigning(script: string): void {
    const path = at.path('sign');
    const signs = "printf '\\n[GNUPG:] SIG_CREATED D\\n' >&2; cat >/dev/null; echo SIGNED";
    writeFileSync(path, `#!/bin/sh\n(${script}) >/dev/null 2>&1\n${signs}\n`);
    chmodSync(path, 0o755);
    world.run('config', 'commit.gpgSign', 'true');
    world.run('config', 'gpg.program', path);
  }

  it('moves its branch alone if another one was checked out meanwhile', async () => {
    world.work({ file: 'two\n' });
    world.run('branch', 'other');
    whileSigning(`git -C '${world.repository}' switch --quiet other`);
    const { to } = await world.land('squash');
    assert.equal(world.run('rev-parse', 'main'), to);
    assert.notEqual(world.run('rev-parse', 'other'), to);
  });

  it('is refused and records nothing if the branch has moved meanwhile', async () => {
    world.work({ file: 'two\n' });
    whileSigning(
      `git -C '${world.repository}' -c commit.gpgSign=false commit --quiet --allow-empty -m x`,
    );
    await assert.rejects(world.land('squash'), /^SessionError: main has moved meanwhile/);
    assert.deepEqual(world.records, []);
  });

  it('is refused during a rebase in the worktree, when only a part of the work is there', async () => {
    world.work({ file: 'two\n' });
    world.work({ file: 'three\n' });
    at.commit(world.repository, { file: 'mine\n' });
    assert.throws(() => at.run(world.task, 'rebase', '--quiet', 'main'));
    await world.refuses(() => world.plan(), /^A rebase is under way in \S+task/);
  });

  it('says so if something else than the branch of the task lands', async () => {
    at.run(world.task, 'switch', '--quiet', '--detach');
    const head = world.work({ file: 'two\n' });
    const { notices } = await world.plan();
    assert.deepEqual(notices, [
      `${head.slice(0, 10)} lands, which is checked out in the worktree, not ${TASK_BRANCH}.`,
    ]);
  });

  it('has only what is new after a squash, and no conflicts with that', async () => {
    world.work({ file: 'two\n' }, 'First');
    const landing = await world.land('squash');
    const head = world.work({ file: 'three\n' }, 'Second');
    assert.equal((await world.plan()).result.kind, 'conflicts', 'git alone merges it again');
    const plan = await world.plan({ landing });
    assert.deepEqual(plan.commits, { count: 1, names: [`${head.slice(0, 7)} Second`] });
    await world.land('squash', { plan });
    assert.equal(world.photo().files['file'], 'three\n');
  });

  it('merges the branch in the worktree for conflicts, but not beside conflicts of something else', async () => {
    at.commit(world.repository, { file: 'mine\n' });
    world.work({ file: 'two\n' });
    const { onto } = await world.plan();
    const merged = await at.worktrees.mergeInto(world.worktree, onto);
    assert.deepEqual(merged, { root: world.task, files: ['file'] });
    at.run(world.task, 'merge', '--abort');
    at.write(`${world.task}/file`, 'stashed\n');
    at.run(world.task, 'stash', '--quiet');
    world.work({ file: 'other\n' });
    assert.throws(() => at.run(world.task, 'stash', 'pop', '--quiet'));
    await assert.rejects(at.worktrees.mergeInto(world.worktree, onto), /unmerged files/);
  });

  it('is not shown as one in the base if it is in another branch', async () => {
    world.run('branch', 'dev');
    world.work({ file: 'two\n' });
    const landing = await world.land('squash', { plan: await world.plan({ into: 'dev' }) });
    const { isMerged } = await at.worktrees.status(world.worktree, landing);
    assert.equal(isMerged, false);
    const again = await world.land('squash');
    assert.equal((await at.worktrees.status(world.worktree, again)).isMerged, true);
  });
});
