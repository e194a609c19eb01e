import assert from 'node:assert/strict';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Landing, LandingPlan, LandingWay } from '../../../src/worktrees/landing/landing';
import type { LandingRequest } from '../../../src/worktrees/landing/planLanding';
import type { Worktree } from '../../../src/worktrees/worktree';
import type { Worktrees } from '../../../src/worktrees/worktrees';
import { useGitPlayground, type GitPlayground } from '../agents/gitPlayground';

export const TASK_BRANCH = 'agent/fix';

/** A working tree and its branches, as they are. */
interface Photo {
  /** The files by their paths; of a link, its target. */
  readonly files: Readonly<Record<string, string>>;
  readonly index: string;
  readonly status: string;
  readonly head: string;
  readonly refs: string;
}

/** For each test, a repository `repo` on `main`, and a task's worktree `task` on a branch that began there. */
export function useLandings(files?: Readonly<Record<string, string>>): LandingWorld {
  const world = new LandingWorld(useGitPlayground());
  beforeEach(() => world.setUp(files));
  return world;
}

export class LandingWorld {
  /** What was recorded of the last landing. */
  records: (Landing | undefined)[] = [];
  private base = '';

  constructor(readonly at: GitPlayground) {}

  setUp(files?: Readonly<Record<string, string>>): void {
    this.at.repository('repo', files);
    this.base = this.run('rev-parse', 'main');
    this.run('worktree', 'add', '--quiet', '-b', TASK_BRANCH, this.task);
    this.records = [];
  }

  get repository(): string {
    return this.at.path('repo');
  }

  /** The directory of the task's worktree. */
  get task(): string {
    return this.at.path('task');
  }

  get worktree(): Worktree {
    const { base, repository, task } = this;
    const places = { path: task, cwd: task, repository };
    return { ...places, branch: TASK_BRANCH, base, baseBranch: 'refs/heads/main' };
  }

  /** Runs git in the repository. */
  run(...args: readonly string[]): string {
    return this.at.run(this.repository, ...args);
  }

  /** Commits in the task's worktree. */
  work(files: Readonly<Record<string, string>>, message = 'Work'): string {
    return this.at.commit(this.task, files, message);
  }

  write(path: string, text: string): void {
    this.at.write(join(this.repository, path), text);
  }

  plan(request: Partial<LandingRequest> = {}, worktrees = this.at.worktrees): Promise<LandingPlan> {
    const { worktree } = this;
    return worktrees.planLanding({ worktree, into: 'main', fetch: false, ...request });
  }

  /** Lands, as planned or as a plan made now. */
  async land(
    way: LandingWay = 'merge',
    given: { readonly plan?: LandingPlan; readonly worktrees?: Worktrees } = {},
  ): Promise<Landing> {
    const { worktrees = this.at.worktrees, plan = await this.plan({}, worktrees) } = given;
    return worktrees.land(this.repository, plan, {
      way,
      message: 'Fix\n\nDetails\n',
      now: new Date(0),
      pid: 1,
      record: (landing) => {
        this.records.push(landing);
        return Promise.resolve();
      },
    });
  }

  undo(landing: Landing, worktrees = this.at.worktrees): Promise<void> {
    return worktrees.undoLanding(this.worktree, landing);
  }

  photo(place = this.repository): Photo {
    const run = (...args: readonly string[]): string => this.at.run(place, ...args);
    return {
      files: readFiles(place),
      index: run('ls-files', '--stage'),
      status: run('status', '--porcelain', '--ignored', '--untracked-files=all'),
      head: readFileSync(resolve(place, run('rev-parse', '--git-path', 'HEAD')), 'utf8'),
      refs: run('for-each-ref'),
    };
  }

  /** Expects a refusal that changes nothing in the working tree, its index and the branches. */
  async refuses(
    act: () => Promise<unknown>,
    message: RegExp,
    { code = 'ILLEGAL_STATE', place = this.repository } = {},
  ): Promise<void> {
    const before = this.photo(place);
    await assert.rejects(act(), { code, message });
    assert.deepEqual(this.photo(place), before);
  }
}

/** All files below a directory but those of git. */
export function readFiles(root: string): Readonly<Record<string, string>> {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names
      .filter((name) => !/^\.git(\/|$)/.test(name) && !lstatSync(join(root, name)).isDirectory())
      .map((name) => [name, readOne(join(root, name))]),
  );
}

function readOne(file: string): string {
  return lstatSync(file).isSymbolicLink()
    ? `-> ${readlinkSync(file)}`
    : readFileSync(file, 'latin1');
}
