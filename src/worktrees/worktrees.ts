import { takeChanges, type CarriedChanges } from './create/carriedChanges';
import { createWorktree, type MadeWorktree } from './create/createWorktree';
import type { Git } from './git/git';
import { inspectWorktree, type WorktreeLosses } from './inspectWorktree';
import { locateWorktree, type WorktreeLocation } from './locateWorktree';
import {
  firstNames,
  planNewWorktree,
  toWorktree,
  type WorktreeRequest,
} from './create/newWorktree';
import { relinkWorktree } from './create/relinkWorktree';
import { removeWorktree, type Removal } from './removeWorktree';
import { findRepository, requireRepository } from './git/repository';
import { restoreWorktree, type Restoration } from './create/restoreWorktree';
import type { Steps } from './create/steps';
import type { Worktree } from './worktree';
import { readWorktreeStatus, type WorktreeStatus } from './worktreeStatus';

export interface WorktreesDeps {
  readonly git: Git;
  /** The person's, for a `~` in a setting. */
  readonly home: string;
  /** Where files may lie that are gone in the end. */
  readonly temp: string;
  /** Of a worktree, such as no other has. */
  readonly randomMark: () => string;
}

/**
 * Makes, looks at and removes the worktrees of tasks. It remembers nothing: whoever asks
 * keeps the {@link Worktree}. Where the repository is gone, every call fails with
 * `CWD_NOT_FOUND`; where git is missing, with `SPAWN_FAILED`. What is cancelled rejects with
 * the reason of the signal.
 */
export class Worktrees {
  constructor(private readonly deps: WorktreesDeps) {}

  /** What {@link create} is going to make, if nobody takes the names before. */
  async plan(request: WorktreeRequest): Promise<Worktree> {
    const { git, home } = this.deps;
    const plan = await planNewWorktree(git, request, home);
    return toWorktree(plan, firstNames(plan.facts));
  }

  /**
   * Makes a worktree on a new branch. If it fails or is cancelled, nothing of it is left.
   * @throws {SessionError} `BAD_REQUEST` for a folder, base, branch or directory that will not
   * do, `ILLEGAL_STATE` with what git said.
   */
  create(request: WorktreeRequest, steps: Steps = {}): Promise<MadeWorktree> {
    const { git, home, randomMark } = this.deps;
    return createWorktree(git, request, { home, mark: randomMark(), ...steps });
  }

  async status(worktree: Worktree): Promise<WorktreeStatus> {
    return readWorktreeStatus(this.deps.git, worktree);
  }

  /** What would be lost with the worktree and its branch, for a question to the person. */
  async inspect(worktree: Worktree): Promise<WorktreeLosses> {
    await requireRepository(worktree.repository);
    const location = await locateWorktree(this.deps.git, worktree);
    return inspectWorktree(this.deps.git, worktree, { isThere: location.kind === 'there' });
  }

  async remove(worktree: Worktree, removal: Removal): Promise<void> {
    await requireRepository(worktree.repository);
    await removeWorktree(this.deps.git, worktree, removal);
  }

  /**
   * Removes the worktree and keeps its branch, for {@link unarchive}. Refuses, with what is
   * there, if anything in it is not committed: nothing is committed for the person.
   */
  archive(worktree: Worktree, steps: Steps = {}): Promise<void> {
    return this.remove(worktree, { ...steps, branch: 'keep' });
  }

  /** Makes an archived or missing worktree again; its path may be another one. */
  async unarchive(worktree: Worktree, restoration: Restoration): Promise<MadeWorktree> {
    await requireRepository(worktree.repository);
    const { git, randomMark } = this.deps;
    return restoreWorktree(git, worktree, { ...restoration, mark: randomMark() });
  }

  /** Whether the worktree is where it was, or was moved or removed by others. */
  async locate(worktree: Worktree): Promise<WorktreeLocation> {
    await requireRepository(worktree.repository);
    return locateWorktree(this.deps.git, worktree);
  }

  /**
   * Links a worktree and its repository again where `locate` finds it, or at the place that
   * the person names, and gives it as it is now. What is missing is for {@link unarchive}.
   * @throws {SessionError} `ILLEGAL_STATE` if it is not there, or is another task's.
   */
  async repair(worktree: Worktree, place?: string): Promise<Worktree> {
    await requireRepository(worktree.repository);
    const { git, randomMark } = this.deps;
    return relinkWorktree(git, worktree, { place, mark: randomMark() });
  }

  /**
   * Takes down the uncommitted and untracked work of the working tree that `folder` is in,
   * which stays as it is; for {@link create}, any number of times.
   */
  async takeChanges(folder: string, steps: Steps = {}): Promise<CarriedChanges> {
    const { git, temp } = this.deps;
    const { root } = await findRepository(git, folder);
    return takeChanges(git, root, { temp, ...steps });
  }
}
