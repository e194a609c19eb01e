import type { Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import type { Logger } from '../../base/logger';
import type { Task } from '../../tasks/task';
import type { TaskStore } from '../../tasks/taskStore';
import type { Steps } from '../../worktrees/create/steps';
import {
  branchName,
  type Landing,
  type LandingPlan,
  type LandingWay,
} from '../../worktrees/landing/landing';
import type { WaitingMerge } from '../../worktrees/landing/mergeInto';
import type { Worktree } from '../../worktrees/worktree';
import type { Worktrees } from '../../worktrees/worktrees';

interface TaskLandingsDeps {
  readonly worktreesOf: (folderUri: string) => Worktrees;
  readonly tasks: Pick<TaskStore, 'find' | 'list' | 'update'>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Of this process. */
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
}

export interface LandingChoice extends Steps {
  /** The name of a branch. Default: the task's base. */
  readonly into?: string | undefined;
  /** Whether the branch's upstream is fetched first. Default: false. */
  readonly fetch?: boolean | undefined;
}

/** Lands the work of tasks in branches, and takes it back. Failures of git are thrown as by `Worktrees`. */
export class TaskLandings {
  constructor(private readonly deps: TaskLandingsDeps) {}

  /** The branch in which the task lands by default; undefined if it has none. */
  findBranch(task: Task): Promise<string | undefined> {
    return this.of(task).findLandingBranch(requireWorktree(task));
  }

  /** The branches in which the task could land. */
  async listBranches(task: Task): Promise<readonly string[]> {
    const worktree = requireWorktree(task);
    const branches = await this.of(task).listBranches(worktree.repository);
    return branches.filter((branch) => branch !== worktree.branch);
  }

  /** The branch of a remote that would be fetched first; undefined if none. */
  findRemote(task: Task, into: string): Promise<string | undefined> {
    return this.of(task).findRemoteBase(requireWorktree(task).repository, `refs/heads/${into}`);
  }

  /** Makes what a landing would result in, before anything is touched. */
  async plan(task: Task, { into, fetch = false, ...steps }: LandingChoice): Promise<LandingPlan> {
    const worktree = requireWorktree(task);
    const branch = into ?? (await this.findBranch(task));
    if (branch === undefined) {
      throw new SessionError(
        'BAD_REQUEST',
        `The branch at which task "${task.name}" began does not exist here: name the branch in which it lands.`,
      );
    }
    const { landing } = task;
    return this.of(task).planLanding({ worktree, into: branch, fetch, landing, ...steps });
  }

  /** Lands as planned, unless a branch has moved meanwhile. */
  async land(
    task: Task,
    plan: LandingPlan,
    { message, way }: { readonly message: string; readonly way: LandingWay },
  ): Promise<Landing> {
    const { clock, pid } = this.deps;
    const { repository } = requireWorktree(task);
    // Another landing may have been made since the plan.
    const former = this.deps.tasks.find(task.id)?.landing;
    const record = (landing: Landing | undefined): Promise<void> =>
      this.deps.tasks.update(task.id, { landing: landing ?? former });
    const now = new Date(clock.now());
    return this.of(task).land(repository, plan, { message, now, pid, record, way });
  }

  /** Merges what a landing would land on in the task's worktree, and leaves it to be committed. */
  mergeInto(task: Task, { onto }: Pick<LandingPlan, 'onto'>): Promise<WaitingMerge> {
    return this.of(task).mergeInto(requireWorktree(task), onto);
  }

  /**
   * Moves the branch back to where it was before the task's landing.
   * @throws {SessionError} `ILLEGAL_STATE` if the task was not landed, or its landing cannot be undone.
   */
  async undo(task: Task): Promise<Landing> {
    const landing = requireLanding(task);
    await this.of(task).undoLanding(requireWorktree(task), landing);
    await this.deps.tasks.update(task.id, { landing: undefined });
    return landing;
  }

  /**
   * Looks for landings whose process ended before it recorded their end.
   * @returns a sentence about each.
   */
  async settle(folders: readonly string[]): Promise<readonly string[]> {
    const begun = this.deps.tasks
      .list()
      .filter(({ folder }) => folders.includes(folder))
      .filter(
        ({ landing }) => landing?.begunBy !== undefined && !this.deps.isAlive(landing.begunBy),
      );
    const sentences = await Promise.all(begun.map((task) => this.settleOne(task)));
    return sentences.flatMap((sentence) => sentence ?? []);
  }

  private async settleOne(task: Task): Promise<string | undefined> {
    const { landing, worktree } = task;
    if (!landing || !worktree) {
      return undefined;
    }
    try {
      const fate = await this.of(task).findLandingFate(worktree.repository, landing);
      const isLanded = fate === 'landed';
      const settled = isLanded ? { ...landing, begunBy: undefined } : undefined;
      await this.deps.tasks.update(task.id, { landing: settled });
      const name = branchName(landing.branch);
      return isLanded
        ? `Task "${task.name}" was landed in ${name} while its window closed. Undo Land takes it back.`
        : `The window closed while task "${task.name}" was landed: ${name} has not moved. Look at "git status" where it is checked out, then land again.`;
    } catch (error) {
      this.deps.logger.warn(`A landing of ${task.id} was not settled: ${toMessage(error)}`);
      return undefined;
    }
  }

  private of({ folder }: Task): Worktrees {
    return this.deps.worktreesOf(folder);
  }
}

export function requireLanding({ landing, name }: Task): Landing {
  if (landing === undefined) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `Task "${name}" was not landed from here, so there is nothing to undo.`,
    );
  }
  return landing;
}

/** @throws {SessionError} `BAD_REQUEST` for a task that works in its folder. */
export function requireWorktree({ name, worktree }: Task): Worktree {
  if (worktree === undefined) {
    throw new SessionError(
      'BAD_REQUEST',
      `Task "${name}" has no worktree, so its commits are on the branch of its folder already: Commit Task commits its changes.`,
    );
  }
  return worktree;
}
