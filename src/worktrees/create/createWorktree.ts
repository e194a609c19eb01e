import { toRef } from '../git/branches';
import { fetchBase } from '../git/fetchBase';
import type { Git } from '../git/git';
import {
  planNewWorktree,
  toWorktree,
  type Homes,
  type NewWorktree,
  type WorktreeRequest,
} from './newWorktree';
import { describeMissingHooks } from './checkOut';
import { reserveNames } from './reserveNames';
import { beginStep, type Steps } from './steps';
import type { Worktree } from '../worktree';
import { addWorktree, chooseCwd, type AdditionNotices } from './worktreeAddition';
import { candidateNames } from './worktreePlan';

/** A new worktree, and what the person should know about it, a sentence each. */
export interface MadeWorktree {
  readonly worktree: Worktree;
  readonly notices: AdditionNotices;
  /** The notice about the repository's hooks, which is the same for all of its worktrees. */
  readonly missingHooks?: string | undefined;
}

/** Plans a worktree, reserves its names and creates it. If that fails, nothing remains. */
export async function createWorktree(
  git: Git,
  request: WorktreeRequest,
  { mark, homes, ...steps }: Steps & { readonly mark: string; readonly homes: Homes },
): Promise<MadeWorktree> {
  beginStep(steps, 'Looking at the repository');
  const planned = await planNewWorktree(git, request, homes);
  const plan = isFetched(request) ? await fetchFor(git, planned, steps) : planned;
  const names = await reserveNames(git, candidateNames(plan.facts), {
    repository: plan.repository.main,
    commit: plan.base.commit,
  });
  const worktree = { ...toWorktree(plan, names), mark };
  try {
    return await fill(git, { request, plan, worktree }, steps);
  } catch (error) {
    await deleteUnused(git, worktree);
    throw error;
  }
}

function isFetched({ fetch = false, changes }: WorktreeRequest): boolean {
  return fetch && changes === undefined;
}

async function fetchFor(git: Git, plan: NewWorktree, steps: Steps): Promise<NewWorktree> {
  const use = 'the worktree begins at';
  const fetched = await fetchBase(git, plan.repository.root, plan.base, { use, ...steps });
  const { base, notices } = fetched;
  return { ...plan, base, notices: [...plan.notices, ...notices] };
}

async function fill(
  git: Git,
  {
    request,
    plan,
    worktree,
  }: {
    readonly request: WorktreeRequest;
    readonly plan: NewWorktree;
    readonly worktree: Worktree & { readonly mark: string };
  },
  steps: Steps,
): Promise<MadeWorktree> {
  const { path, branch, repository, mark } = worktree;
  const { settings, changes } = request;
  const { copy, symlink } = settings;
  const source = plan.repository.root;
  const addition = { repository, source, path, branch, mark, copy, symlink, changes };
  const notices = await addWorktree(git, addition, steps);
  const chosen = await chooseCwd(path, worktree.cwd);
  return {
    worktree: { ...worktree, cwd: chosen.cwd },
    notices: [...plan.notices, ...notices, ...chosen.notices],
    missingHooks: await describeMissingHooks(git, { source, path }),
  };
}

async function deleteUnused(git: Git, { repository, branch, base }: Worktree): Promise<void> {
  // The caller throws the first failure.
  await git.attempt(repository, ['update-ref', '-d', toRef(branch), base]).catch(() => undefined);
}
