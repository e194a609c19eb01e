import { join, relative } from 'node:path';
import { SessionError } from '../base/errors';
import { applyChanges, takeChanges, type CarriedChanges } from './carriedChanges';
import { createWorktree, type MadeWorktree } from './createWorktree';
import type { Git } from './git';
import { inspectWorktree, type WorktreeLosses } from './inspectWorktree';
import { locateWorktree, type WorktreeLocation } from './locateWorktree';
import { firstNames, planNewWorktree, toWorktree, type WorktreeRequest } from './newWorktree';
import { resolvePhysical } from './paths';
import { removeWorktree, type Removal } from './removeWorktree';
import { findRepository, requireRepository } from './repository';
import { restoreWorktree, type Restoration } from './restoreWorktree';
import type { Steps } from './steps';
import type { Worktree } from './worktree';
import type { Notices } from './worktreeAddition';
import { readWorktreeStatus, type WorktreeStatus } from './worktreeStatus';

export interface WorktreesDeps {
  readonly git: Git;
  /** The person's, for a `~` in a setting. */
  readonly home: string;
  /** Where files may lie that are gone in the end. */
  readonly temp: string;
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
    return createWorktree(this.deps.git, request, { home: this.deps.home, ...steps });
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
    return restoreWorktree(this.deps.git, worktree, restoration);
  }

  /** Whether the worktree is where it was, or was moved or removed by others. */
  async locate(worktree: Worktree): Promise<WorktreeLocation> {
    await requireRepository(worktree.repository);
    return locateWorktree(this.deps.git, worktree);
  }

  /**
   * Links a worktree and its repository again where `locate` finds it, or at the place that
   * the person names, and gives it as it is now. What is missing is for {@link unarchive}.
   * @throws {SessionError} `ILLEGAL_STATE` if it is not there.
   */
  async repair(worktree: Worktree, place?: string): Promise<Worktree> {
    const { git } = this.deps;
    const location = await this.locate(worktree);
    const found = location.kind === 'moved' ? location.path : worktree.path;
    const path = await resolvePhysical(place ?? found);
    await git.attempt(worktree.repository, ['worktree', 'repair', path]);
    const cwd = join(path, relative(worktree.path, worktree.cwd));
    const repaired: Worktree = { ...worktree, path, cwd };
    if ((await this.locate(repaired)).kind !== 'there') {
      throw new SessionError(
        'ILLEGAL_STATE',
        `There is no worktree of ${worktree.repository} in ${path}: say where it was moved to, or make it again from its branch ${worktree.branch}.`,
      );
    }
    return repaired;
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

  /**
   * Brings the uncommitted and untracked work of one working tree into another one of the same
   * repository, clean and at the same commit, and tells what could not be taken along.
   */
  async carryChanges(from: string, to: string, steps: Steps = {}): Promise<Notices> {
    const { git } = this.deps;
    const changes = await this.takeChanges(from, steps);
    const { root } = await findRepository(git, to);
    await applyChanges(git, root, { changes, ...steps });
    return changes.notices;
  }
}
