import assert from 'node:assert/strict';
import { chmodSync, existsSync } from 'node:fs';
import { TASK_BRANCH, useLandings } from '../../../support/worktrees/landingWorld';

describe('A landing', function () {
  this.timeout(60_000);
  const world = useLandings({ file: 'one\n', other: 'o\n' });
  const { at } = world;
  const show = (format: string): string => world.run('log', '-1', `--format=${format}`, 'main');
  const program = (name: string, script: string): string => {
    at.write(at.path(name), `#!/bin/sh\n${script}\n`);
    chmodSync(at.path(name), 0o755);
    return at.path(name);
  };

  it('is planned with all that it will do', async () => {
    const from = world.run('rev-parse', 'main');
    const first = world.work({ file: 'two\n' }, 'First');
    const head = world.work({ new: 'n\n' }, 'Second');
    assert.deepEqual(await world.plan(), {
      ...{ branch: 'refs/heads/main', from, onto: from, head, headName: TASK_BRANCH },
      commits: { count: 2, names: [`${head.slice(0, 7)} Second`, `${first.slice(0, 7)} First`] },
      ...{ ontoName: 'main', place: world.repository, isFastForward: true, isSigned: false },
      notices: [],
      result: { kind: 'clean', tree: world.run('rev-parse', `${head}^{tree}`), files: 2 },
    });
  });

  it('moves the branch to the commits of the task if it has none of its own', async () => {
    const from = world.run('rev-parse', 'main');
    const head = world.work({ file: 'two\n' });
    const landing = await world.land();
    const at = '1970-01-01T00:00:00.000Z';
    assert.deepEqual(landing, { branch: 'refs/heads/main', from, to: head, head, at });
    assert.deepEqual(world.records, [{ ...landing, begunBy: 1 }, landing]);
    assert.equal(world.run('rev-parse', 'main'), head);
    assert.equal(world.photo().status, '');
  });

  it('merges with a commit if the branch has gone on', async () => {
    const from = at.commit(world.repository, { other: 'mine\n' });
    const head = world.work({ file: 'two\n' });
    const plan = await world.plan();
    const { to } = await world.land('merge', { plan });
    assert.equal(show('%H %P|%B'), `${to} ${from} ${head}|Fix\n\nDetails`);
    assert.equal(plan.result.kind === 'clean' && plan.result.tree, show('%T'));
    assert.deepEqual(world.photo().files, { file: 'two\n', other: 'mine\n' });
  });

  for (const hasGoneOn of [false, true]) {
    it(`squashes into one commit ${hasGoneOn ? 'beside' : 'without'} others of the branch`, async () => {
      world.work({ file: 'two\n' });
      world.work({ new: 'n\n' });
      const mine: Readonly<Record<string, string>> = hasGoneOn ? { other: 'mine\n' } : {};
      const from = hasGoneOn ? at.commit(world.repository, mine) : world.run('rev-parse', 'main');
      const { to } = await world.land('squash');
      assert.equal(show('%H %P|%B'), `${to} ${from}|Fix\n\nDetails`);
      const files = { file: 'two\n', new: 'n\n', other: 'o\n', ...mine };
      assert.deepEqual(world.photo().files, files);
    });
  }

  it('moves a branch that is checked out nowhere, and back', async () => {
    world.run('checkout', '--quiet', '-b', 'mine');
    at.commit(at.path('task'), { file: 'two\n' });
    world.write('file', 'dirty\n');
    const before = world.photo();
    const landing = await world.land('squash');
    assert.equal(world.run('rev-parse', 'main'), landing.to);
    assert.deepEqual({ ...world.photo(), refs: before.refs }, before);
    await world.undo(landing);
    assert.deepEqual(world.photo(), before);
  });

  it('goes where the branch is checked out now, not when it was planned', async () => {
    world.work({ file: 'two\n' });
    const plan = await world.plan();
    const other = world.run('rev-parse', 'main');
    world.run('checkout', '--quiet', '-b', 'mine');
    at.run(world.repository, 'worktree', 'add', '--quiet', at.path('main'), 'main');
    const { to } = await world.land('merge', { plan });
    assert.deepEqual([world.run('rev-parse', 'mine'), world.run('rev-parse', 'main')], [other, to]);
    assert.equal(world.photo(at.path('main')).files['file'], 'two\n');
  });

  it('moves the branch even if its options are to squash', async () => {
    world.run('config', 'branch.main.mergeOptions', '--squash');
    const head = world.work({ file: 'two\n' });
    await world.land();
    assert.equal(world.run('rev-parse', 'main'), head);
  });

  it('runs no hook for after a merge, which the task may have written', async () => {
    const ran = at.path('ran');
    at.hook(world.repository, 'post-merge', `touch '${ran}'`);
    world.work({ file: 'two\n' });
    await world.land();
    assert.ok(!existsSync(ran));
  });

  it('signs its commit if commits are signed, and is not made if that fails', async () => {
    const signature = "printf '\\n[GNUPG:] SIG_CREATED D\\n' >&2; cat >/dev/null; echo SIGNED";
    world.run('config', 'commit.gpgSign', 'true');
    world.run('config', 'gpg.program', program('signs', signature));
    world.work({ file: 'two\n' });
    const plan = await world.plan();
    assert.ok(plan.isSigned);
    const landing = await world.land('squash', { plan });
    assert.match(world.run('cat-file', 'commit', 'main'), /^gpgsig SIGNED$/m);
    await world.undo(landing);
    world.run('config', 'gpg.program', program('fails', 'echo no key >&2; exit 2'));
    world.records = [];
    await world.refuses(() => world.land('squash'), /gpg failed to sign the data/);
    assert.deepEqual(world.records, []);
  });

  it('needs the name of the person for a commit, and only for one', async () => {
    world.work({ file: 'two\n' });
    world.run('config', 'user.useConfigOnly', 'true');
    const named = Object.entries(at.env).filter(([key]) => !/^GIT_(AUTHOR|COMMITTER)_/.test(key));
    const env = { ...Object.fromEntries(named), GIT_CONFIG_GLOBAL: '/dev/null' };
    const worktrees = at.worktreesWith({ env });
    await world.refuses(
      () => world.land('squash', { worktrees }),
      /"git commit-tree" failed in .*: no email was given and auto-detection is disabled/,
    );
    await world.land('merge', { worktrees });
  });

  describe('on a branch that follows a remote', () => {
    let theirs = '';
    beforeEach(() => {
      at.run(at.root, 'clone', '--quiet', 'repo', 'origin');
      theirs = at.commit(at.path('origin'), { other: 'theirs\n' });
      world.run('remote', 'add', 'origin', at.path('origin'));
      world.run('fetch', '--quiet', 'origin');
      world.run('branch', '--quiet', '--set-upstream-to=origin/main', 'main');
      world.work({ file: 'two\n' });
    });

    it('includes what the remote has, which an undo takes back, too', async () => {
      const from = world.run('rev-parse', 'main');
      theirs = at.commit(at.path('origin'), { newer: 'n\n' });
      const plan = await world.plan({ fetch: true });
      assert.deepEqual([plan.from, plan.onto, plan.notices], [from, theirs, []]);
      const before = world.photo();
      const landing = await world.land('squash', { plan });
      assert.equal(show('%P'), theirs);
      assert.deepEqual(Object.values(world.photo().files), ['two\n', 'n\n', 'theirs\n']);
      await world.undo(landing);
      assert.deepEqual(world.photo(), before);
    });

    it('is without what the remote has if both have gone on, which is told', async () => {
      const mine = at.commit(world.repository, { mine: 'm\n' });
      const plan = await world.plan({ fetch: true });
      assert.equal(plan.onto, mine);
      assert.deepEqual(plan.notices, [
        'main and origin/main have both gone on: the work lands on main, without the commits of origin/main.',
      ]);
      await world.land('merge', { plan });
      assert.equal(world.photo().files['other'], 'o\n');
    });
  });
});
