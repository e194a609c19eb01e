import { basename, dirname, join } from 'node:path';
import { SessionError } from '../../base/errors';
import {
  listBranches,
  listRemoteBranches,
  requireBranchName,
  resolveBase,
  type Base,
} from '../git/branches';
import type { CarriedChanges } from './carriedChanges';
import type { Git } from '../git/git';
import { resolvePhysical } from '../paths';
import { chooseOwnDirectory, type OwnDirectory } from './ownDirectory';
import { findRepository, type Repository } from '../git/repository';
import {
  toSlug,
  candidateNames,
  requireOutside,
  worktreesDirectory,
  type NameFacts,
  type Names,
} from './worktreePlan';
import type { Worktree } from '../worktree';
import { listWorktrees } from '../git/worktreeList';

export interface WorktreeSettings {
  /** Empty: beside the repository. */
  readonly directory: string;
  readonly branchPrefix: string;
  /** Patterns in `.gitignore` syntax for untracked files to copy. */
  readonly copy: readonly string[];
  /** Patterns in `.gitignore` syntax for ignored folders to link. */
  readonly symlink: readonly string[];
}

export interface WorktreeRequest {
  /** The workspace folder, or any other folder in a working tree of the repository. */
  readonly folder: string;
  /** The task's name, from which the names of branch and directory are derived. */
  readonly name: string;
  readonly settings: WorktreeSettings;
  /** A branch, tag or commit. Default: the folder's head. */
  readonly base?: string | undefined;
  /** Whether the base is fetched first, if it is or follows a branch of a remote. Not with `changes`. */
  readonly fetch?: boolean | undefined;
  /** Uncommitted changes to start with. The worktree then starts at their commit. */
  readonly changes?: CarriedChanges | undefined;
}

/** What is known about a worktree before its names are reserved. */
export interface NewWorktree {
  readonly repository: Repository;
  readonly base: Base;
  readonly facts: NameFacts;
  /** What the person should know about its place, a sentence each. */
  readonly notices: readonly string[];
}

export interface Homes {
  /** The home directory, for a `~` in a setting. */
  readonly home: string;
  /** Holds worktrees where other users could replace them. */
  readonly fallback: string;
}

/** @throws {SessionError} `BAD_REQUEST` or `CWD_NOT_FOUND` if the worktree cannot be created. */
export async function planNewWorktree(
  git: Git,
  request: WorktreeRequest,
  homes: Homes,
): Promise<NewWorktree> {
  const repository = await findRepository(git, request.folder);
  const { root } = repository;
  const base = await resolveRequestedBase(git, root, request);
  const [branches, remoteBranches, worktrees] = await Promise.all([
    listBranches(git, root),
    listRemoteBranches(git, root),
    listWorktrees(git, root),
  ]);
  const worktreePaths = worktrees.map(({ path }) => path);
  const { directory, notices } = await findDirectory(git, repository, {
    ...homes,
    setting: request.settings.directory,
    trees: [root, repository.main, ...worktreePaths],
  });
  const facts: NameFacts = {
    directory,
    slug: toSlug(request.name),
    branchPrefix: request.settings.branchPrefix,
    branches,
    remoteBranches,
    worktreePaths,
  };
  await requireBranchName(git, root, `${facts.branchPrefix}${facts.slug}`);
  return { repository, base, facts, notices };
}

export function toWorktree({ repository, base }: NewWorktree, names: Names): Worktree {
  return {
    ...names,
    cwd: join(names.path, repository.subdirectory),
    repository: repository.main,
    base: base.commit,
    baseBranch: base.branch,
  };
}

/** The first names that no known branch or worktree has. */
export function firstNames(facts: NameFacts): Names {
  for (const names of candidateNames(facts)) {
    return names;
  }
  throw new SessionError(
    'ILLEGAL_STATE',
    `No name like "${facts.slug}" is available for a worktree: give the task another name.`,
  );
}

async function resolveRequestedBase(
  git: Git,
  root: string,
  { base, changes }: WorktreeRequest,
): Promise<Base> {
  const head = await resolveBase(git, root, base);
  if (changes === undefined || head.commit === changes.head) {
    return head;
  }
  if (base !== undefined) {
    throw new SessionError(
      'BAD_REQUEST',
      `Uncommitted changes can be carried only to a worktree of the commit that they were made on: leave out the base "${base}".`,
    );
  }
  // The folder may have moved to another commit since the changes were recorded.
  return { ...(await resolveBase(git, root, changes.head)), branch: head.branch };
}

async function findDirectory(
  git: Git,
  { root, main }: Repository,
  {
    home,
    fallback,
    setting,
    trees,
  }: Homes & { readonly setting: string; readonly trees: readonly string[] },
): Promise<OwnDirectory> {
  let outermost = main;
  // Worktrees of a submodule would appear beside it as untracked files.
  for (let tree = root; tree !== '';) {
    const args = ['rev-parse', '--show-superproject-working-tree'];
    tree = (await git.findLine(tree, args)) ?? '';
    outermost = tree === '' ? outermost : tree;
  }
  const named = worktreesDirectory({ main, outermost, setting, home });
  // Before links are followed: one in a working tree may come with the repository.
  requireOutside(named, trees);
  const parent = await resolvePhysical(dirname(named));
  const chosen = await chooseOwnDirectory(join(parent, basename(named)), fallback);
  requireOutside(chosen.directory, trees);
  return chosen;
}
