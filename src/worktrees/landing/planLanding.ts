import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { SessionError } from '../../base/errors';
import type { Steps } from '../create/steps';
import { findCommit, HEADS, toRef } from '../git/branches';
import { isAncestor, nameCommits } from '../git/commits';
import { fetchBase, findRemoteName } from '../git/fetchBase';
import type { Git } from '../git/git';
import { locateWorktree } from '../locateWorktree';
import type { Worktree } from '../worktree';
import { findPlace } from './findPlace';
import { branchName, type Landing, type LandingPlan, type LandingResult } from './landing';
import { compareFiles, mergeTrees } from './mergeTrees';

export interface LandingRequest extends Steps {
  readonly worktree: Worktree;
  /** The name of a branch, such as `main`. */
  readonly into: string;
  /** Whether the branch's upstream is fetched first. */
  readonly fetch: boolean;
  /** The last landing of the worktree. */
  readonly landing?: Landing | undefined;
}

/**
 * Makes what a landing would result in. Nothing is changed but remote-tracking branches, by the fetch.
 * @throws {SessionError} `BAD_REQUEST` for an unknown branch; `ILLEGAL_STATE` if nothing is to be landed, or the branch
 * cannot be moved.
 */
export async function planLanding(git: Git, request: LandingRequest): Promise<LandingPlan> {
  const { fetch, into, landing, worktree, ...steps } = request;
  const { repository } = worktree;
  const branch = toRef(into);
  const { head, headName, notices: ofHead } = await findHead(git, worktree);
  const from = await requireCommit(git, repository, into);
  if (headName === into) {
    throw new SessionError(
      'BAD_REQUEST',
      `The task works on ${into} itself, so its commits are there already: name another branch.`,
    );
  }
  const use = 'the work lands on';
  const { base, notices: fetched } = fetch
    ? await fetchBase(git, repository, { commit: from, branch }, { use, ...steps })
    : { base: { commit: from }, notices: [] };
  const onto = base.commit;
  const remote =
    onto === from ? undefined : await findRemoteName(git, repository, { commit: from, branch });
  const since = await findSquashed(git, repository, { head, onto, landing });
  const [place, commits, isFastForward, isSigned] = await Promise.all([
    findPlace(git, repository, branch),
    nameCommits(git, repository, [head, '--not', onto, ...(since ? [since] : [])]),
    isAncestor(git, repository, onto, head),
    readSwitch(git, repository, 'commit.gpgSign'),
  ]);
  if (commits.count === 0) {
    throw nothingToLand(headName, into);
  }
  const commitsOf = { onto, head, from };
  const made = await makeResult(git, repository, { ...commitsOf, isFastForward, since });
  if (made.result.kind === 'clean' && made.isEmpty) {
    throw nothingToLand(headName, into);
  }
  const drivers = isFastForward ? [] : await describeDrivers(git, repository);
  return {
    ...{ branch, headName, commits, place, isFastForward, isSigned, ...commitsOf },
    ontoName: remote ?? into,
    result: made.result,
    notices: [...ofHead, ...fetched, ...made.notices, ...drivers],
  };
}

function nothingToLand(headName: string, into: string): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `There is nothing to land: ${into} has everything that is committed on ${headName}. Commit Task commits what is not.`,
  );
}

/** @throws {SessionError} `BAD_REQUEST` if the branch does not exist. */
async function requireCommit(git: Git, repository: string, into: string): Promise<string> {
  const commit = await findCommit(git, repository, toRef(into));
  if (commit === undefined) {
    throw new SessionError(
      'BAD_REQUEST',
      `There is no branch ${into} in ${repository}: it may have been deleted or renamed; name another.`,
    );
  }
  return commit;
}

interface Head extends Pick<LandingPlan, 'head' | 'headName'> {
  readonly notices: readonly string[];
}

/** The commit of the task: what its worktree has checked out; without one, its branch. */
async function findHead(git: Git, worktree: Worktree): Promise<Head> {
  const { branch, path, repository } = worktree;
  const isThere = (await locateWorktree(git, worktree)).kind === 'there';
  if (isThere) {
    await requireNoRebase(git, path);
  }
  const [where, name] = isThere ? [path, 'HEAD'] : [repository, toRef(branch)];
  const head = await findCommit(git, where, name);
  if (head === undefined) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The branch ${branch} does not exist any more, so there is nothing to land: restore it with "git branch".`,
    );
  }
  const ref = isThere
    ? await git.findLine(path, ['symbolic-ref', '--quiet', 'HEAD'])
    : toRef(branch);
  const headName = ref === undefined ? head.slice(0, SHORT) : branchName(ref);
  const notice = `${headName} lands, which is checked out in the worktree, not ${branch}.`;
  return { head, headName, notices: ref === toRef(branch) ? [] : [notice] };
}

/** @throws {SessionError} `ILLEGAL_STATE` during a rebase, since only a part of the work is there. */
async function requireNoRebase(git: Git, path: string): Promise<void> {
  const names = REBASES.flatMap((name) => ['--git-path', name]);
  const directories = (await git.readLine(path, ['rev-parse', ...names])).split('\n');
  if (directories.some((directory) => existsSync(resolve(path, directory)))) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `A rebase is under way in ${path}, so only a part of the work is there: finish or abort it first.`,
    );
  }
}

const REBASES = ['rebase-merge', 'rebase-apply'];

/** The task's commit whose work `onto` has as one commit: git knows nothing of that, and would merge it again. */
async function findSquashed(
  git: Git,
  repository: string,
  { head, landing, onto }: Pick<LandingPlan, 'head' | 'onto'> & Pick<LandingRequest, 'landing'>,
): Promise<string | undefined> {
  if (landing === undefined) {
    return undefined;
  }
  const [isIn, isBefore, isKnown] = await Promise.all([
    isAncestor(git, repository, landing.to, onto),
    isAncestor(git, repository, landing.head, head),
    isAncestor(git, repository, landing.head, onto),
  ]);
  return isIn && isBefore && !isKnown ? landing.head : undefined;
}

const SHORT = 10;

interface MadeResult {
  readonly result: LandingResult;
  /** Whether the branch would have the same files as `onto`. */
  readonly isEmpty: boolean;
  readonly notices: readonly string[];
}

async function makeResult(
  git: Git,
  repository: string,
  commits: Pick<LandingPlan, 'from' | 'head' | 'isFastForward' | 'onto'> & {
    readonly since: string | undefined;
  },
): Promise<MadeResult> {
  const { from, head, isFastForward, onto } = commits;
  const merged = isFastForward
    ? { kind: 'clean' as const, tree: await readTree(git, repository, head) }
    : await mergeTrees(git, repository, commits);
  if (merged.kind !== 'clean') {
    return { result: merged, isEmpty: false, notices: [] };
  }
  const { tree } = merged;
  const { files, submodules } = await compareFiles(git, repository, from, tree);
  return {
    result: { kind: 'clean', tree, files },
    isEmpty: tree === (await readTree(git, repository, onto)),
    notices:
      submodules.length === 0
        ? []
        : [
            `Submodules are moved (${submodules.join(', ')}): "git submodule update" checks them out.`,
          ],
  };
}

function readTree(git: Git, repository: string, commit: string): Promise<string> {
  return git.readLine(repository, ['rev-parse', '--verify', `${commit}^{tree}`]);
}

async function readSwitch(git: Git, repository: string, key: string): Promise<boolean> {
  return (await git.findLine(repository, ['config', '--type=bool', key])) === 'true';
}

/** Those of the person and of the repository run, if an attribute of a file names them. */
async function describeDrivers(git: Git, repository: string): Promise<readonly string[]> {
  const args = ['config', '--name-only', '--get-regexp', '^merge\\..*\\.driver$'];
  const keys = (await git.query(repository, args)).stdout.split('\n').filter(Boolean);
  const names = keys.map((key) => key.replace(/^merge\.|\.driver$/g, ''));
  return names.length === 0
    ? []
    : [`Merge drivers of git's configuration have run: ${names.join(', ')}.`];
}

/**
 * The local branch into which the task's work lands by default: that at which its worktree began, or the one of the
 * same name if it began at a remote's; undefined if there is none.
 */
export async function findLandingBranch(
  git: Git,
  { baseBranch, branch, repository }: Worktree,
): Promise<string | undefined> {
  if (baseBranch === undefined) {
    return undefined;
  }
  const upstreams = ['for-each-ref', '--format=%(refname)%00%(upstream)', HEADS];
  const lines = (await git.read(repository, upstreams)).split('\n').map((line) => line.split('\0'));
  const name = baseBranch.replace(/^refs\/remotes\/[^/]+\//, HEADS);
  const found =
    lines.find(([ref]) => ref === baseBranch) ??
    lines.find(([ref, upstream]) => ref === name && upstream === baseBranch) ??
    lines.find(([, upstream]) => upstream === baseBranch);
  const ref = found?.[0];
  return ref === undefined || ref === toRef(branch) ? undefined : branchName(ref);
}
