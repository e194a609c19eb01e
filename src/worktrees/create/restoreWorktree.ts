import { basename, dirname, join, relative } from 'node:path';
import { SessionError } from '../../base/errors';
import { findCommit, toRef } from '../git/branches';
import type { Git } from '../git/git';
import type { MadeWorktree } from './createWorktree';
import { formatNames } from '../formatNames';
import { MAX_NAME_TRIES } from '../limits';
import {
  findListed,
  locateWorktree,
  namesIn,
  requireVacant,
  requireRemovable,
} from '../locateWorktree';
import { describeMissingHooks } from './checkOut';
import type { Homes } from './newWorktree';
import { chooseOwnDirectory } from './ownDirectory';
import { makeDirectory } from './reserveNames';
import { numbered } from './worktreePlan';
import { beginStep, type Steps } from './steps';
import type { Worktree } from '../worktree';
import { addWorktree, chooseCwd, type AdditionNotices } from './worktreeAddition';
import { listWorktrees } from '../git/worktreeList';

export interface Restoration extends Steps {
  /** Patterns of files to copy from the main working tree, beside `.worktreeinclude`. */
  readonly copy: readonly string[];
  /** Patterns of folders of the main working tree to link. */
  readonly symlink: readonly string[];
}

/**
 * Creates an archived or missing worktree again on its branch: in its old place if that is free,
 * otherwise in one with a number. An existing worktree is not changed.
 * @throws {SessionError} `BAD_REQUEST` if the branch does not exist; `ILLEGAL_STATE` if it is
 * checked out elsewhere, or if the worktree has to be repaired instead.
 */
export async function restoreWorktree(
  git: Git,
  worktree: Worktree,
  {
    copy,
    symlink,
    mark,
    fallback,
    ...steps
  }: Restoration & Pick<Homes, 'fallback'> & { readonly mark: string },
): Promise<MadeWorktree> {
  const { repository, branch } = worktree;
  beginStep(steps, `Looking for the branch ${branch}`);
  const location = requireRemovable(worktree, await locateWorktree(git, worktree));
  if (location.kind === 'there') {
    return { worktree, notices: [] };
  }
  const { knownAt } = location;
  await requireFreeBranch(git, worktree, knownAt);
  if (knownAt !== undefined) {
    await forgetMissing(git, repository, knownAt);
  }
  const made = await makeFreeDirectory(git, worktree, fallback);
  const { path } = made;
  const addition = { repository, source: repository, path, branch, mark, copy, symlink };
  const notices = await addWorktree(git, addition, steps);
  const chosen = await chooseCwd(path, join(path, relative(worktree.path, worktree.cwd)));
  return {
    worktree: { ...worktree, path, cwd: chosen.cwd, mark },
    notices: [...made.notices, ...notices, ...chosen.notices],
    missingHooks: await describeMissingHooks(git, { source: repository, path }),
  };
}

async function requireFreeBranch(
  git: Git,
  { repository, branch }: Worktree,
  knownAt: string | undefined,
): Promise<void> {
  if ((await findCommit(git, repository, toRef(branch))) === undefined) {
    throw new SessionError(
      'BAD_REQUEST',
      `The branch ${branch} does not exist any more in ${repository}: restore it with "git branch", or start a new task.`,
    );
  }
  const list = await listWorktrees(git, repository);
  const holder = list.find((entry) => entry.branch === toRef(branch));
  const missing = knownAt === undefined ? undefined : await findListed(list, knownAt);
  if (holder !== undefined && holder !== missing) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The branch ${branch} is checked out in ${holder.path}: check out another one there first, or repair the task with that place if its worktree was moved there.`,
    );
  }
}

/** Git still lists a worktree that was deleted by hand, and its branch counts as checked out. */
async function forgetMissing(git: Git, repository: string, knownAt: string): Promise<void> {
  await requireVacant(knownAt);
  await git.write(repository, ['worktree', 'remove', knownAt]);
}

async function makeFreeDirectory(
  git: Git,
  { path: former, repository }: Worktree,
  fallback: string,
): Promise<{ readonly path: string; readonly notices: AdditionNotices }> {
  const { directory, notices } = await chooseOwnDirectory(dirname(former), fallback);
  const path = join(directory, basename(former));
  const list = await listWorktrees(git, repository);
  for (let number = 1; number <= MAX_NAME_TRIES; number += 1) {
    const candidate = numbered(path, number);
    const isHeld = (await findListed(list, candidate)) !== undefined;
    if (!isHeld && (await makeDirectory(candidate))) {
      const taken = candidate === path ? [] : [await describeTaken(path)];
      return { path: candidate, notices: [...notices, ...taken] };
    }
  }
  throw new SessionError(
    'ILLEGAL_STATE',
    `No directory like ${path} is free: make room there, or start a new task.`,
  );
}

async function describeTaken(path: string): Promise<string> {
  const names = await namesIn(path);
  const what = names.length === 0 ? 'a directory' : formatNames(names);
  return `The worktree was not created in ${path} because other files are there (${what}); they are kept.`;
}
