import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { HostileFolder } from '../../../support/agents/hostileFolder';
import { TASK_BRANCH, useLandings } from '../../../support/worktrees/landingWorld';

describe('A landing is refused, and changes nothing,', function () {
  this.timeout(60_000);
  const world = useLandings({ file: 'one\n', other: 'o\n' });
  const { at } = world;

  /** Checks out the branch of the landing in a worktree of its own. */
  const moveBase = (): string => {
    const place = at.path('main');
    world.run('checkout', '--quiet', '-b', 'mine');
    world.run('worktree', 'add', '--quiet', place, 'main');
    return place;
  };
  const fails = (place: string, ...args: readonly string[]): void => {
    assert.throws(() => at.run(place, ...args));
  };

  const ROWS: readonly (readonly [name: string, arrange: () => void, message: RegExp])[] = [
    [
      'while the branch is rebased elsewhere',
      () => {
        const place = moveBase();
        const onto = at.commit(place, { other: 'mine\n' });
        at.run(place, 'reset', '--quiet', '--hard', 'HEAD~1');
        at.commit(place, { other: 'conflict\n' });
        fails(place, 'rebase', onto);
      },
      /^main was not moved, because it is checked out, rebased or bisected in \S+\/main: finish/,
    ],
    [
      'while the branch is bisected elsewhere',
      () => {
        const place = moveBase();
        ['1\n', '2\n', '3\n'].forEach((other) => at.commit(place, { other }));
        at.run(place, 'bisect', 'start', 'HEAD', 'HEAD~3');
      },
      /^main was not moved, because it is checked out, rebased or bisected in \S+\/main: finish/,
    ],
    [
      'while the branch is checked out in two places',
      () => at.run(world.repository, 'worktree', 'add', '--quiet', '-f', at.path('main'), 'main'),
      /^main is checked out in \S+\/repo and in \S+\/main, and only one of them could be moved/,
    ],
    [
      'if the working tree of the branch is gone',
      () => rmSync(moveBase(), { recursive: true }),
      /^main is checked out in \S+\/main, which does not exist: restore it, or run "git worktree p/,
    ],
    [
      'while a merge is under way there',
      () => {
        world.run('checkout', '--quiet', '-b', 'theirs');
        at.commit(world.repository, { other: 'theirs\n' });
        world.run('checkout', '--quiet', 'main');
        at.commit(world.repository, { mine: 'm\n' });
        world.run('merge', '--quiet', '--no-ff', '--no-commit', 'theirs');
      },
      /^main was not moved, because a merge is under way in \S+repo: commit or abort it first\.$/,
    ],
    [
      'while another git is at work there',
      () => world.write('.git/index.lock', ''),
      /^main was not moved in \S+repo: Unable to create '\S+index\.lock': File exists/,
    ],
    [
      'while another git moves the branch',
      () => world.write('.git/refs/heads/main.lock', ''),
      /^main was not moved: .*cannot lock ref 'refs\/heads\/main'/,
    ],
    [
      'by a hook, whose reason is shown',
      () => at.hook(world.repository, 'reference-transaction', 'echo "no landings" >&2; exit 1'),
      /^main was not moved: .*hook \(no landings\)\.$/,
    ],
  ];
  for (const [name, arrange, message] of ROWS) {
    it(name, async () => {
      world.work({ file: 'two\n' });
      arrange();
      await world.refuses(() => world.land(), message);
    });
  }

  it('if the branch has moved since it was planned', async () => {
    world.work({ file: 'two\n' });
    const plan = await world.plan();
    at.commit(world.repository, { other: 'mine\n' });
    const message = /^main has moved meanwhile, so nothing was changed: try again\.$/;
    await world.refuses(() => world.land('merge', { plan }), message);
  });

  it('if the branch does not exist, or is that of the task', async () => {
    world.work({ file: 'two\n' });
    const code = 'BAD_REQUEST';
    await world.refuses(() => world.plan({ into: 'none' }), /There is no branch none in/, { code });
    const own = { into: TASK_BRANCH };
    await world.refuses(() => world.plan(own), /The task works on agent\/fix itself/, { code });
  });

  it('if the branch is deleted after it was planned', async () => {
    world.work({ file: 'two\n' });
    const plan = await world.plan();
    world.run('checkout', '--quiet', '-b', 'mine');
    world.run('branch', '--quiet', '-D', 'main');
    await world.refuses(() => world.land('merge', { plan }), /^main has moved meanwhile/);
  });

  it('in a working tree that leads to another repository, whose programs do not run', async () => {
    world.work({ file: 'two\n' });
    const plan = await (moveBase(), world.plan());
    rmSync(join(at.path('main'), '.git'));
    const hostile = new HostileFolder(at.root, at.path('main'));
    hostile.init();
    hostile.arm();
    const message =
      /^main is checked out in \S+\/main, which is no longer linked with \S+repo: run/;
    await world.refuses(() => world.plan(), message);
    await world.refuses(() => world.land('merge', { plan }), message);
    assert.deepEqual(hostile.listRun(), []);
  });

  describe('for lack of something to land:', () => {
    const message =
      /^There is nothing to land: main has everything that is committed on agent\/fix\./;

    it('without commits, but with changes', async () => {
      at.write(join(world.task, 'file'), 'two\n');
      await world.refuses(() => world.plan(), message);
    });

    it('with commits that change nothing', async () => {
      at.run(world.task, 'commit', '--quiet', '--allow-empty', '--message', 'Nothing');
      await world.refuses(() => world.plan(), message);
    });

    it('with commits that the branch has already, by other ids', async () => {
      const head = world.work({ file: 'two\n' });
      at.commit(world.repository, { other: 'mine\n' });
      world.run('cherry-pick', head);
      await world.refuses(() => world.plan(), message);
    });

    it('without worktree and branch', async () => {
      world.run('worktree', 'remove', world.task);
      world.run('branch', '--quiet', '-D', TASK_BRANCH);
      await world.refuses(() => world.plan(), /^The branch agent\/fix does not exist any more/);
    });
  });
});
