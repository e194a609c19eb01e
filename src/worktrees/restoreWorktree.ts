import { join, relative } from 'node:path';
import { SessionError } from '../base/errors';
import { findCommit, toRef } from './branches';
import type { Git } from './git';
import type { MadeWorktree } from './createWorktree';
import { findListed } from './locateWorktree';
import { MAX_NAME_TRIES } from './limits';
import { makeDirectory } from './reserveNames';
import { numbered } from './slug';
import { beginStep, type Steps } from './steps';
import type { Worktree } from './worktree';
import { addWorktree, chooseCwd } from './worktreeAddition';
import { listWorktrees } from './worktreeList';

export interface Restoration extends Steps {
  /** Patterns of files that come along, beside `.worktreeinclude`; from the main working tree. */
  readonly copy: readonly string[];
}

/**
 * Makes a worktree again on its branch, after it was archived or is missing: in its old place
 * if that is free, else in one with a number.
 * @throws {SessionError} `BAD_REQUEST` if the branch is gone, `ILLEGAL_STATE` if it is checked
 * out elsewhere.
 */
export async function restoreWorktree(
  git: Git,
  worktree: Worktree,
  { copy, ...steps }: Restoration,
): Promise<MadeWorktree> {
  const { repository, branch } = worktree;
  beginStep(steps, `Looking for the branch ${branch}`);
  await requireFreeBranch(git, worktree);
  await forgetMissing(git, worktree);
  const path = await makeFreeDirectory(git, worktree);
  const addition = { repository, source: repository, path, branch, copy };
  const notices = await addWorktree(git, addition, steps);
  const place = await chooseCwd(path, join(path, relative(worktree.path, worktree.cwd)));
  return {
    worktree: { ...worktree, path, cwd: place.cwd },
    notices: [...notices, ...place.notices],
  };
}

async function requireFreeBranch(git: Git, { path, repository, branch }: Worktree): Promise<void> {
  if ((await findCommit(git, repository, toRef(branch))) === undefined) {
    throw new SessionError(
      'BAD_REQUEST',
      `The branch ${branch} does not exist any more in ${repository}: restore it with "git branch", or start a new task.`,
    );
  }
  const list = await listWorktrees(git, repository);
  const holder = list.find((entry) => entry.branch === toRef(branch));
  if (holder !== undefined && holder !== (await findListed(list, path))) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The branch ${branch} is checked out in ${holder.path}: check out another one there first.`,
    );
  }
}

/** Git keeps a worktree that was deleted by hand in its list, and its branch with it. */
async function forgetMissing(git: Git, { path, repository }: Worktree): Promise<void> {
  const listed = await findListed(await listWorktrees(git, repository), path);
  if (listed !== undefined) {
    // Without force: what is there after all, and has work in it, stays.
    await git.write(repository, ['worktree', 'remove', path]);
  }
}

async function makeFreeDirectory(git: Git, { path, repository }: Worktree): Promise<string> {
  const list = await listWorktrees(git, repository);
  for (let number = 1; number <= MAX_NAME_TRIES; number += 1) {
    const candidate = numbered(path, number);
    const isHeld = (await findListed(list, candidate)) !== undefined;
    if (!isHeld && (await makeDirectory(candidate))) {
      return candidate;
    }
  }
  throw new SessionError(
    'ILLEGAL_STATE',
    `No directory like ${path} is free: make room there, or start a new task.`,
  );
}
