import assert from 'node:assert/strict';
import { cpSync, lstatSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SessionError } from '../../../../src/base/errors';
import type { Landing, LandingWay } from '../../../../src/worktrees/landing/landing';
import { checkMove, StateReader, type TreeState } from '../../../support/worktrees/landingModel';
import { useLandings, type LandingWorld } from '../../../support/worktrees/landingWorld';
import { seededRandom } from '../../../support/pty/hostileOutput';
import { stressSize } from '../../../support/stress';

/** A run takes about a second, since it starts some fifty gits. */
const RUNS = stressSize({ short: 40, long: 1000 });

/** Each is a directory of another one, ignored, or neither. */
const PATHS = ['a', 'b', 'c', 'd', 'd/x', 'd/y', 'd/i.o', 'i.o', 'i.o/x'] as const;
/** Few, of one size: what the person writes can be what the task has. */
const TEXTS = ['one\n', 'two\n', 'six\n', 'ten\n'] as const;

const MAIN = 'heads/main';

const FILES = { '.gitignore': '*.o\n', a: 'one\n', b: 'one\n', 'd/x': 'one\n' };

describe('Landings and undos in any order', function () {
  this.timeout(RUNS * 5000);
  const world = useLandings(FILES);

  it(`lose nothing that was committed or changed, in ${RUNS} random runs`, async () => {
    world.run('config', 'maintenance.auto', 'false');
    rmSync(world.at.path('repo', '.git', 'hooks'), { recursive: true });
    for (const name of ['repo', 'task']) {
      cpSync(world.at.path(name), world.at.path('kept', name), { recursive: true });
    }
    const done = { landed: 0, undone: 0, refused: 0 };
    for (let seed = 1; seed <= RUNS; seed += 1) {
      for (const name of ['repo', 'task']) {
        rmSync(world.at.path(name), { recursive: true });
        cpSync(world.at.path('kept', name), world.at.path(name), { recursive: true });
      }
      await new Run(world, seed, done).run();
    }
    // Otherwise the runs would show little.
    assert.ok(done.landed > RUNS / 4 && done.undone > RUNS / 10, JSON.stringify(done));
    assert.ok(done.refused > RUNS / 10, JSON.stringify(done));
  });
});

class Run {
  private readonly random: (limit: number) => number;
  private readonly reader: StateReader;
  private readonly log: string[] = [];
  private landing: Landing | undefined;

  constructor(
    private readonly world: LandingWorld,
    private readonly seed: number,
    private readonly done: { landed: number; undone: number; refused: number },
  ) {
    this.random = seededRandom(seed);
    this.reader = new StateReader(world.at, world.repository);
  }

  async run(): Promise<void> {
    try {
      this.work();
      this.changeSome(3);
      await this.land();
      this.changeSome(3);
      await this.pick([() => this.undo(), () => this.undo(), () => this.goOn()])();
    } catch (cause) {
      throw new Error(`Seed ${this.seed}: ${this.log.join(', ')}: ${String(cause)}`, { cause });
    }
  }

  /** Another landing. */
  private goOn(): Promise<void> {
    this.work();
    return this.land();
  }

  /** Edits and commits in the task's worktree. */
  private work(): void {
    const { at, task } = this.world;
    for (let edits = 1 + this.random(2); edits > 0; edits -= 1) {
      this.edit(task);
    }
    at.run(task, 'add', '--all', '--force');
    at.run(task, 'commit', '--quiet', '--allow-empty', '--message', 'Work');
    this.log.push('commit in task');
  }

  private changeSome(most: number): void {
    for (let changes = this.random(most + 1); changes > 0; changes -= 1) {
      this.change();
    }
    if (this.random(3) === 0) {
      this.commit();
    }
  }

  /** Edits beside the landing, and stages or unstages some of it. */
  private change(): void {
    const { world } = this;
    const path = this.edit(world.repository);
    if (this.random(2) === 0) {
      const isKept = this.random(4) > 0;
      const how = isKept ? ['--add', '--remove', '--replace'] : ['--force-remove'];
      world.run('update-index', ...how, '--', path);
      this.log.push(isKept ? 'staged' : 'unstaged');
      if (this.random(3) === 0) {
        this.edit(world.repository, path);
      }
    }
  }

  /** Commits what is staged beside the landing. */
  private commit(): void {
    this.world.run('commit', '--quiet', '--allow-empty', '--message', 'Mine');
    this.log.push('commit');
  }

  private async land(): Promise<void> {
    const way: LandingWay = this.pick(['merge', 'squash']);
    const before = this.reader.read();
    await this.attempt(way, before, async () => {
      const plan = await this.world.plan();
      const landing = await this.world.land(way, { plan });
      this.landing = landing;
      const { from, head, to } = landing;
      this.check(before, { from, to });
      const isMoved = way === 'merge' && plan.isFastForward;
      const parents = way === 'squash' ? from : `${from} ${head}`;
      const made = this.world.run('log', '-1', '--format=%T %P', to).split(/ (.*)/);
      assert.equal(plan.result.kind === 'clean' && plan.result.tree, made[0]);
      assert.ok(isMoved ? to === head : parents === made[1]);
      this.done.landed += 1;
    });
  }

  private async undo(): Promise<void> {
    const { landing } = this;
    if (landing === undefined) {
      return;
    }
    const before = this.reader.read();
    await this.attempt('undo', before, async () => {
      await this.world.undo(landing);
      this.check(before, { from: landing.to, to: landing.from });
      this.landing = undefined;
      this.done.undone += 1;
    });
  }

  /** A refusal changes nothing. */
  private async attempt(name: string, before: TreeState, act: () => Promise<void>): Promise<void> {
    this.log.push(name);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof SessionError)) {
        throw error;
      }
      this.log.push(`refused (${error.message})`);
      assert.deepEqual(this.reader.read(), before);
      this.done.refused += 1;
    }
  }

  /** The branch has moved, no other one has, and no change beside it. */
  private check(before: TreeState, { from, to }: { from: string; to: string }): void {
    const { reader } = this;
    const after = reader.read();
    checkMove(before, after, { from: reader.tree(from), to: reader.tree(to) });
    assert.equal(before.refs[MAIN], `${from}\n`);
    assert.deepEqual(after.refs, { ...before.refs, [MAIN]: `${to}\n` });
  }

  /** Writes or deletes a file, and what is in its place. */
  private edit(root: string, path: string = this.pick(PATHS)): string {
    const file = join(root, path);
    const parent = dirname(file);
    const isBlocked =
      parent !== root && lstatSync(parent, { throwIfNoEntry: false })?.isDirectory() === false;
    rmSync(isBlocked ? parent : file, { recursive: true, force: true });
    const how = this.random(6);
    if (how > 0) {
      mkdirSync(parent, { recursive: true });
      const text = this.pick(TEXTS);
      if (how === 1) {
        symlinkSync(text, file);
      } else {
        writeFileSync(file, text);
      }
    }
    this.log.push(
      `${how > 0 ? 'wrote' : 'deleted'} ${root === this.world.task ? 'task/' : ''}${path}`,
    );
    return path;
  }

  private pick<T>(values: readonly T[]): T {
    const value = values[this.random(values.length)];
    assert.ok(value !== undefined);
    return value;
  }
}
