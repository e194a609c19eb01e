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

/** The settings `worktree.*`, as they count for the folder. */
export interface WorktreeSettings {
  /** Empty = beside the repository. */
  readonly directory: string;
  readonly branchPrefix: string;
  /** Patterns, as in `.gitignore`, of files that git does not track and that come along. */
  readonly copy: readonly string[];
}

export interface WorktreeRequest {
  /** The workspace folder, or any other in a working tree of the repository. */
  readonly folder: string;
  /** The task's, which branch and directory are named after. */
  readonly name: string;
  readonly settings: WorktreeSettings;
  /** A branch, tag or commit; none = the folder's head. */
  readonly base?: string | undefined;
  /** Uncommitted work to begin with; the worktree then begins at its commit. */
  readonly changes?: CarriedChanges | undefined;
}

/** All that is known of a worktree before it is made. */
export interface NewWorktree {
  readonly repository: Repository;
  readonly base: Base;
  readonly facts: NameFacts;
}

/** @throws {SessionError} what makes it impossible: `BAD_REQUEST`, `CWD_NOT_FOUND`. */
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

/** What is remembered of it, once it has its names. */
export function toWorktree({ repository, base }: NewWorktree, names: Names): Worktree {
  return {
    ...names,
    cwd: join(names.path, repository.subdirectory),
    repository: repository.main,
    base: base.commit,
    baseBranch: base.branch,
  };
}

/** The first names that nothing known of stands against. */
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
  // The folder has gone on since they were taken down.
  return { ...(await resolveBase(git, root, changes.head)), branch: head.branch };
}

async function findDirectory(
  git: Git,
  { root, main }: Repository,
  { home, setting }: { readonly home: string; readonly setting: string },
): Promise<string> {
  let outermost = main;
  // A submodule's worktrees would be untracked files beside it.
  for (let tree = root; tree !== '';) {
    const args = ['rev-parse', '--show-superproject-working-tree'];
    tree = (await git.findLine(tree, args)) ?? '';
    outermost = tree === '' ? outermost : tree;
  }
  return resolvePhysical(worktreesDirectory({ main, outermost, setting, home }));
}
