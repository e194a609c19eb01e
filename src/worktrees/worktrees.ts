import type { Changes, ChangesRequest } from './changes/changes';
import { readChanges } from './changes/readChanges';
import { readOriginal, type Original } from './changes/readOriginal';
import { takeChanges, type CarriedChanges } from './create/carriedChanges';
import { createWorktree, type MadeWorktree } from './create/createWorktree';
import { findCommit, listBranches, resolveBase } from './git/branches';
import { nameCommits, NOTHING, type Named } from './git/commits';
import { findRemoteName } from './git/fetchBase';
import type { Git } from './git/git';
import { inspectWorktree, type WorktreeLosses } from './inspectWorktree';
import { locateWorktree, requireThere, type WorktreeLocation } from './locateWorktree';
import {
  firstNames,
  planNewWorktree,
  toWorktree,
  type Homes,
  type WorktreeRequest,
} from './create/newWorktree';
import { relinkWorktree } from './create/relinkWorktree';
import { isPublished, readPublication, type Publication } from './publication';
import { removeWorktree, type Removal } from './removeWorktree';
import { findRepository, requireRepository } from './git/repository';
import { restoreWorktree, type Restoration } from './create/restoreWorktree';
import type { Steps } from './create/steps';
import { land, type LandOptions } from './landing/land';
import type { Landing, LandingPlan } from './landing/landing';
import { findLandingBranch, planLanding, type LandingRequest } from './landing/planLanding';
import { mergeInto, type WaitingMerge } from './landing/mergeInto';
import {
  isMerging,
  prepareCommit,
  requireCommitPlace,
  type CommitPlace,
  type CommitRequest,
  type PreparedCommit,
} from './landing/prepareCommit';
import { findFate, undoLanding, type LandingFate } from './landing/undoLanding';
import type { Worktree } from './worktree';
import { readWorktreeStatus, type WorktreeStatus } from './worktreeStatus';

interface WorktreesDeps {
  readonly git: Git;
  readonly homes: Homes;
  readonly temp: string;
  readonly randomMark: () => string;
}

/**
 * Creates, inspects and removes the worktrees of tasks. It has no state: callers store the
 * {@link Worktree}. Every call fails with `CWD_NOT_FOUND` if the repository does not exist, and
 * with `SPAWN_FAILED` if git is missing. A cancelled call rejects with the signal's reason.
 */
export class Worktrees {
  constructor(private readonly deps: WorktreesDeps) {}

  /** The worktree that {@link create} would make, unless its names are taken before. */
  async plan(request: WorktreeRequest): Promise<Worktree> {
    const { git, homes } = this.deps;
    const plan = await planNewWorktree(git, request, homes);
    return toWorktree(plan, firstNames(plan.facts));
  }

  /**
   * Creates a worktree on a new branch. If it fails or is cancelled, nothing remains.
   * @throws {SessionError} `BAD_REQUEST` for an unusable folder, base, branch or directory;
   * `ILLEGAL_STATE` with git's message.
   */
  create(request: WorktreeRequest, steps: Steps = {}): Promise<MadeWorktree> {
    const { git, homes, randomMark } = this.deps;
    return createWorktree(git, request, { homes, mark: randomMark(), ...steps });
  }

  /** The branch of a remote, such as `origin/main`, that a fetch of the base would fetch; undefined if none. */
  async findRemoteBase(folder: string, base?: string): Promise<string | undefined> {
    const { git } = this.deps;
    const { root } = await findRepository(git, folder);
    return findRemoteName(git, root, await resolveBase(git, root, base));
  }

  async status(worktree: Worktree, landing?: Landing): Promise<WorktreeStatus> {
    return readWorktreeStatus(this.deps.git, worktree, landing);
  }

  /**
   * Whether a remote has, or had, the branch that is checked out, as of the last fetch or push; false if the worktree
   * is not in its place, or not linked.
   */
  isPublished(worktree: Worktree): Promise<boolean> {
    return isPublished(this.deps.git, worktree);
  }

  /**
   * What a push of the branch that is checked out would send, and where to.
   * @throws {SessionError} `ILLEGAL_STATE` if the worktree is not in its place, or not linked.
   */
  publication(worktree: Worktree): Promise<Publication> {
    return readPublication(this.deps.git, worktree);
  }

  /**
   * How the files differ from a commit: committed, uncommitted and untracked changes. Nothing is changed, and no program
   * of the repository runs.
   * @throws {SessionError} `BAD_REQUEST` if it is no working tree; `ILLEGAL_STATE` if the worktree is not
   * linked, or with git's message.
   */
  changes(request: ChangesRequest, signal?: AbortSignal): Promise<Changes> {
    const { git, temp } = this.deps;
    return readChanges(git, request, { temp, signal });
  }

  /** The left side of a changed file: `since` of {@link changes}, and the file's former path if it has one. */
  original(root: string, commit: string, path: string): Promise<Original> {
    return readOriginal(this.deps.git, root, { commit, path });
  }

  /** What the removal of the worktree and its branch would lose, for a question to the person. */
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
   * Removes the worktree and keeps its branch, for {@link unarchive}. Refuses if anything in it is
   * not committed, and names it: nothing is committed for the person.
   */
  archive(worktree: Worktree, steps: Steps = {}): Promise<void> {
    return this.remove(worktree, { ...steps, branch: 'keep' });
  }

  /** Creates an archived or missing worktree again, perhaps at another path. */
  async unarchive(worktree: Worktree, restoration: Restoration): Promise<MadeWorktree> {
    await requireRepository(worktree.repository);
    const { git, homes, randomMark } = this.deps;
    const { fallback } = homes;
    return restoreWorktree(git, worktree, { ...restoration, fallback, mark: randomMark() });
  }

  /** Whether the worktree is in its place, or was moved or removed by others. */
  async locate(worktree: Worktree): Promise<WorktreeLocation> {
    await requireRepository(worktree.repository);
    return locateWorktree(this.deps.git, worktree);
  }

  /** @throws {SessionError} `ILLEGAL_STATE` if the worktree is not in its place, or not linked. */
  async requireThere(worktree: Worktree): Promise<void> {
    await requireRepository(worktree.repository);
    await requireThere(this.deps.git, worktree);
  }

  /**
   * Restores the links between a worktree and its repository, where `locate` finds it or at the
   * path that the person names. Returns the updated worktree. For a missing one, use
   * {@link unarchive}.
   * @throws {SessionError} `ILLEGAL_STATE` if it is not there, or belongs to another task.
   */
  async repair(worktree: Worktree, path?: string): Promise<Worktree> {
    await requireRepository(worktree.repository);
    const { git, randomMark } = this.deps;
    return relinkWorktree(git, worktree, { chosenPath: path, mark: randomMark() });
  }

  /**
   * Records the uncommitted and untracked changes of the working tree that contains `folder`, for
   * any number of calls of {@link create}. The working tree is not changed.
   */
  async takeChanges(folder: string, steps: Steps = {}): Promise<CarriedChanges> {
    const { git, temp } = this.deps;
    const { root } = await findRepository(git, folder);
    return takeChanges(git, root, { temp, ...steps });
  }

  /**
   * As {@link takeChanges}, for a worktree.
   * @throws {SessionError} `ILLEGAL_STATE` if the worktree is not in its place, or not linked.
   */
  async takeWorktreeChanges(worktree: Worktree, steps: Steps = {}): Promise<CarriedChanges> {
    await this.requireThere(worktree);
    return this.takeChanges(worktree.path, steps);
  }

  /** The commits of a working tree since one, which may be the empty tree; none before the first commit. */
  async listMade({ root, worktree }: CommitPlace, since: string): Promise<Named> {
    const { git } = this.deps;
    await requireCommitPlace(git, worktree);
    const head = await findCommit(git, root, 'HEAD');
    return head === undefined ? NOTHING : nameCommits(git, root, [head, `^${since}`]);
  }

  async isMerging({ root, worktree }: CommitPlace): Promise<boolean> {
    const { git } = this.deps;
    await requireCommitPlace(git, worktree);
    return isMerging(git, root);
  }

  prepareCommit(request: CommitRequest): Promise<PreparedCommit> {
    const { git, temp } = this.deps;
    return prepareCommit(git, request, temp);
  }

  listBranches(repository: string): Promise<readonly string[]> {
    return listBranches(this.deps.git, repository);
  }

  /** The local branch in which the work of a worktree lands by default; undefined if there is none. */
  findLandingBranch(worktree: Worktree): Promise<string | undefined> {
    return findLandingBranch(this.deps.git, worktree);
  }

  async planLanding(request: LandingRequest): Promise<LandingPlan> {
    await requireRepository(request.worktree.repository);
    return planLanding(this.deps.git, request);
  }

  land(repository: string, plan: LandingPlan, options: LandOptions): Promise<Landing> {
    return land(this.deps.git, repository, plan, options);
  }

  async undoLanding(worktree: Worktree, landing: Landing): Promise<void> {
    await requireRepository(worktree.repository);
    await undoLanding(this.deps.git, worktree, landing);
  }

  /** Merges a commit in a worktree, and leaves it to be committed. */
  mergeInto(worktree: Worktree, commit: string): Promise<WaitingMerge> {
    return mergeInto(this.deps.git, worktree, commit);
  }

  /** What became of a landing whose end was not recorded. */
  findLandingFate(repository: string, landing: Landing): Promise<LandingFate> {
    return findFate(this.deps.git, repository, landing);
  }
}
