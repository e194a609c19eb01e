import { toRef } from '../git/branches';
import type { Git } from '../git/git';
import { planNewWorktree, toWorktree, type NewWorktree, type WorktreeRequest } from './newWorktree';
import { reserveNames } from './reserveNames';
import { beginStep, type Steps } from './steps';
import type { Worktree } from '../worktree';
import { addWorktree, chooseCwd, type AdditionNotices } from './worktreeAddition';
import { candidateNames } from './worktreePlan';

/** A new worktree, and what the person should know about it, a sentence each. */
export interface MadeWorktree {
  readonly worktree: Worktree;
  readonly notices: AdditionNotices;
}

/** Plans a worktree, reserves its names and creates it. If that fails, nothing remains. */
export async function createWorktree(
  git: Git,
  request: WorktreeRequest,
  { home, mark, ...steps }: Steps & { readonly home: string; readonly mark: string },
): Promise<MadeWorktree> {
  beginStep(steps, 'Looking at the repository');
  const plan = await planNewWorktree(git, request, home);
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
  const source = plan.repository.root;
  const addition = { repository, source, path, branch, mark, copy: settings.copy, changes };
  const notices = await addWorktree(git, addition, steps);
  const chosen = await chooseCwd(path, worktree.cwd);
  return { worktree: { ...worktree, cwd: chosen.cwd }, notices: [...notices, ...chosen.notices] };
}

/** Deletes the branch if it has no new commits. */
async function deleteUnused(git: Git, { repository, branch, base }: Worktree): Promise<void> {
  // The caller throws the first failure.
  await git.attempt(repository, ['update-ref', '-d', toRef(branch), base]).catch(() => undefined);
}
