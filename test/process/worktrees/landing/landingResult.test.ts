import assert from 'node:assert/strict';
import { runCommand } from '../../../../src/pty/process/runCommand';
import { useLandings } from '../../../support/worktrees/landingWorld';

const FILES = { file: 'one\n', other: 'o\n', gone: 'g\n', 'with space': 'w\n', 'dir/a': 'a\n' };

describe('The result of a landing', function () {
  this.timeout(60_000);
  const world = useLandings(FILES);
  const { at } = world;

  it('is the conflicts, file by file, and nothing lands then', async () => {
    at.run(world.task, 'rm', '--quiet', 'gone');
    world.work({ file: 'two\n', other: 'new\n', 'with space': 'two\n', added: 'a\n', 'ü\n': '1' });
    world.run('mv', 'dir/a', 'dir/b');
    const mine = { file: 'mine\n', gone: 'mine\n', 'with space': 'mine\n', added: 'mine\n' };
    at.commit(world.repository, { ...mine, 'ü\n': '2' });
    const plan = await world.plan();
    const files = ['added', 'file', 'gone', 'with space', 'ü\n'];
    assert.deepEqual(plan.result, { kind: 'conflicts', files });
    for (const way of ['merge', 'squash'] as const) {
      await world.refuses(
        () => world.land(way, { plan }),
        /^agent\/fix and main conflict in added, file, gone, with space, .*ü/,
      );
    }
    assert.deepEqual(world.records, []);
  });

  it('is none for histories without a common commit', async () => {
    at.run(world.task, 'checkout', '--quiet', '--orphan', 'orphan');
    world.work({ file: 'two\n' });
    await world.refuses(() => world.plan(), /"git merge-tree" failed .*unrelated histories/);
  });

  it('counts the files that change, by commits on no branch, too', async () => {
    at.run(world.task, 'checkout', '--quiet', '--detach');
    const head = world.work({ file: 'two\n', 'dir/b': 'b\n' });
    at.commit(world.repository, { other: 'mine\n' });
    const { headName, result } = await world.plan();
    assert.deepEqual([headName, result.kind === 'clean' && result.files], [head.slice(0, 10), 2]);
  });

  it('is that of the branch without the worktree', async () => {
    const head = world.work({ file: 'two\n' });
    world.run('worktree', 'remove', world.task);
    assert.equal((await world.plan()).head, head);
    await world.land();
    assert.equal(world.run('rev-parse', 'main'), head);
  });

  it('comes from the merge drivers of the attributes, which is told', async () => {
    world.run('config', 'merge.ours.driver', 'echo driven >%A');
    at.commit(world.repository, { '.gitattributes': 'file merge=ours\n', file: 'mine\n' });
    world.work({ '.gitattributes': 'file merge=ours\n', file: 'two\n' });
    const plan = await world.plan();
    assert.deepEqual(plan.notices, ["Merge drivers of git's configuration have run: ours."]);
    await world.land('merge', { plan });
    assert.equal(world.photo().files['file'], 'driven\n');
  });

  it('tells of submodules that move, whose files stay', async () => {
    at.repository('lib', { lib: '1\n' });
    at.run(world.task, 'submodule', '--quiet', 'add', at.path('lib'), 'lib');
    world.work({});
    const plan = await world.plan();
    assert.deepEqual(plan.notices, [
      'Submodules are moved (lib): "git submodule update" checks them out.',
    ]);
    const added = await world.land('merge', { plan });
    world.run('submodule', '--quiet', 'update', '--init');
    await world.undo(added);
    assert.equal(world.photo().files['lib/lib'], '1\n');
    await world.land();
    at.commit(at.path('task/lib'), { lib: '2\n' });
    world.work({});
    const before = world.photo();
    const landing = await world.land();
    assert.equal(world.photo().files['lib/lib'], '1\n');
    await world.undo(landing);
    assert.deepEqual(world.photo(), before);
  });

  it('is unforeseen before git 2.38, but without commits of the branch', async () => {
    const worktrees = at.worktreesWith({
      runCommand: (request) =>
        request.args.includes('--write-tree')
          ? Promise.resolve({
              kind: 'done',
              code: 129,
              stdout: '',
              stderr: 'usage: git merge-tree',
            })
          : runCommand(request),
    });
    world.work({ file: 'two\n' });
    for (const way of ['squash', 'merge'] as const) {
      const before = world.photo();
      const landing = await world.land(way, { worktrees });
      assert.equal(world.photo().files['file'], 'two\n');
      await world.undo(landing, worktrees);
      assert.deepEqual(world.photo(), before);
    }
    at.commit(world.repository, { other: 'mine\n' });
    const plan = await world.plan({}, worktrees);
    assert.deepEqual(plan.result, { kind: 'unforeseen' });
    await world.refuses(
      () => world.land('merge', { plan, worktrees }),
      /^Git before 2\.38 cannot tell whether agent\/fix and main conflict, so nothing was landed/,
    );
  });
});
