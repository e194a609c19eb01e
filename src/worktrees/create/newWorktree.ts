import { join } from 'node:path';
import { SessionError } from '../../base/errors';
import { listBranches, requireBranchName, resolveBase, type Base } from '../git/branches';
import type { CarriedChanges } from './carriedChanges';
import type { Git } from '../git/git';
import { resolvePhysical } from '../paths';
import { findRepository, type Repository } from '../git/repository';
import { toSlug } from './slug';
import type { Worktree } from '../worktree';
import { listWorktrees } from '../git/worktreeList';
import {
  candidateNames,
  requireOutside,
  worktreesDirectory,
  type NameFacts,
  type Names,
} from './worktreePlan';

/** The settings `worktree.*` that apply to the folder. */
export interface WorktreeSettings {
  /** Empty: beside the repository. */
  readonly directory: string;
  readonly branchPrefix: string;
  /** Patterns in `.gitignore` syntax for untracked files to copy. */
  readonly copy: readonly string[];
}

export interface WorktreeRequest {
  /** The workspace folder, or any other folder in a working tree of the repository. */
  readonly folder: string;
  /** The task's name, from which the names of branch and directory are derived. */
  readonly name: string;
  readonly settings: WorktreeSettings;
  /** A branch, tag or commit. Default: the folder's head. */
  readonly base?: string | undefined;
  /** Uncommitted changes to start with. The worktree then starts at their commit. */
  readonly changes?: CarriedChanges | undefined;
}

/** What is known about a worktree before its names are reserved. */
export interface NewWorktree {
  readonly repository: Repository;
  readonly base: Base;
  readonly facts: NameFacts;
}

/** @throws {SessionError} `BAD_REQUEST` or `CWD_NOT_FOUND` if the worktree cannot be created. */
export async function planNewWorktree(
  git: Git,
  request: WorktreeRequest,
  home: string,
): Promise<NewWorktree> {
  const repository = await findRepository(git, request.folder);
  const { root } = repository;
  const base = await resolveRequestedBase(git, root, request);
  const [branches, trees] = await Promise.all([listBranches(git, root), listWorktrees(git, root)]);
  const directory = await findDirectory(git, repository, {
    home,
    setting: request.settings.directory,
  });
  requireOutside(directory, [root, repository.main, ...trees.map(({ path }) => path)]);
  const facts: NameFacts = {
    directory,
    slug: toSlug(request.name),
    branchPrefix: request.settings.branchPrefix,
    branches,
    worktreePaths: trees.map(({ path }) => path),
  };
  await requireBranchName(git, root, `${facts.branchPrefix}${facts.slug}`);
  return { repository, base, facts };
}

/** The data to store for the worktree, once its names are reserved. */
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
  { home, setting }: { readonly home: string; readonly setting: string },
): Promise<string> {
  let outermost = main;
  // Worktrees of a submodule would appear beside it as untracked files.
  for (let tree = root; tree !== '';) {
    const args = ['rev-parse', '--show-superproject-working-tree'];
    tree = (await git.findLine(tree, args)) ?? '';
    outermost = tree === '' ? outermost : tree;
  }
  return resolvePhysical(worktreesDirectory({ main, outermost, setting, home }));
}
