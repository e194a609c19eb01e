import assert from 'node:assert/strict';
import type { Landing } from '../../../../src/worktrees/landing/landing';
import { TASK_BRANCH, useLandings } from '../../../support/worktrees/landingWorld';

describe('The undo of a landing', function () {
  this.timeout(60_000);
  const world = useLandings({ file: 'one\n', other: 'o\n' });
  const { at } = world;
  let head: string;
  let landing: Landing;

  beforeEach(async () => {
    head = world.work({ file: 'two\n' });
    landing = await world.land('squash');
  });

  const ROWS: readonly (readonly [name: string, arrange: () => void, message: RegExp])[] = [
    [
      'the branch has gone on',
      () => at.commit(world.repository, { other: 'mine\n' }),
      /^The landing cannot be undone, because main has gone on since: "git revert" takes its ch/,
    ],
    [
      'the branch does not exist',
      () => {
        world.run('checkout', '--quiet', '-b', 'mine');
        world.run('branch', '--quiet', '-D', 'main');
      },
      /^The landing cannot be undone, because main does not exist any more\.$/,
    ],
    [
      'a remote has it',
      () => {
        at.run(at.root, 'init', '--quiet', '--bare', 'origin');
        world.run('remote', 'add', 'origin', at.path('origin'));
        world.run('push', '--quiet', 'origin', 'main:pushed');
      },
      /^The landing cannot be undone, because origin\/pushed has it already: "git revert"/,
    ],
    [
      'a merge is under way',
      () => {
        world.run('checkout', '--quiet', '-b', 'theirs', 'main~1');
        at.commit(world.repository, { other: 'theirs\n' });
        world.run('checkout', '--quiet', 'main');
        world.run('merge', '--quiet', '--no-ff', '--no-commit', 'theirs');
      },
      /^main was not moved, because a merge is under way in/,
    ],
    [
      'a hook refuses',
      () => at.hook(world.repository, 'reference-transaction', 'echo "no way back" >&2; exit 1'),
      /^main was not moved: .*hook \(no way back\)\.$/,
    ],
  ];
  for (const [name, arrange, message] of ROWS) {
    it(`is refused if ${name}, and changes nothing`, async () => {
      arrange();
      await world.refuses(() => world.undo(landing), message);
    });
  }

  it('is refused by a hook that lets the branch pass the first time', async () => {
    const asked = at.path('asked');
    const script = `[ "$1" = prepared ] || exit 0
[ ! -e '${asked}' ] && touch '${asked}' && exit 0
echo later >&2; exit 1`;
    at.hook(world.repository, 'reference-transaction', script);
    await world.refuses(() => world.undo(landing), /^main was not moved in \S+repo: .*later/);
  });

  it("keeps the task's commits on its branch, which it creates again", async () => {
    world.run('worktree', 'remove', world.task);
    world.run('branch', '--quiet', '-D', TASK_BRANCH);
    await world.undo(landing);
    assert.equal(world.run('rev-parse', TASK_BRANCH), head);
    assert.equal(world.run('rev-parse', 'main'), landing.from);
  });

  it('can be followed by another landing', async () => {
    await world.undo(landing);
    assert.equal(world.photo().files['file'], 'one\n');
    await world.land();
    assert.equal(world.run('rev-parse', 'main'), head);
  });

  it('is named in the reflog', async () => {
    await world.undo(landing);
    const [line] = world.run('reflog', 'show', '--format=%gs', 'main').split('\n');
    assert.equal(line, `undo of a landing: back to ${landing.from}`);
  });

  describe('whose end was not recorded', () => {
    const fate = (): Promise<string> => at.worktrees.findLandingFate(world.repository, landing);

    it('is landed if the branch has it, even below other commits', async () => {
      assert.equal(await fate(), 'landed');
      at.commit(world.repository, { other: 'mine\n' });
      assert.equal(await fate(), 'landed');
    });

    it('is not landed if the branch has not moved, or is gone', async () => {
      await world.undo(landing);
      assert.equal(await fate(), 'notLanded');
      landing = { ...landing, branch: 'refs/heads/gone' };
      assert.equal(await fate(), 'notLanded');
    });
  });
});
