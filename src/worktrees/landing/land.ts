import { SessionError } from '../../base/errors';
import type { Git } from '../git/git';
import type { Landing, LandingPlan, LandingWay } from './landing';
import { branchName } from './landing';
import { moveForward } from './moveBranch';

export interface LandOptions {
  readonly way: LandingWay;
  /** Of the commit that is made, if one is. */
  readonly message: string;
  readonly now: Date;
  /**
   * Stores the landing before the branch is moved, and what it is once that has been done, or was not: then `undefined`.
   */
  readonly record: (landing: Landing | undefined) => Promise<void>;
  /** The process that moves the branch. */
  readonly pid: number;
}

/**
 * Lands as planned: makes the commit, then moves the branch. No hook runs for the commit.
 * @throws {SessionError} `ILLEGAL_STATE` with git's reason; the branch is where it was then.
 */
export async function land(
  git: Git,
  repository: string,
  plan: LandingPlan,
  options: LandOptions,
): Promise<Landing> {
  const { branch, from, head, place } = plan;
  const to = await makeCommit(git, repository, plan, options);
  const landing = { branch, from, to, head, at: options.now.toISOString() };
  await options.record({ ...landing, begunBy: options.pid });
  try {
    await moveForward(git, repository, { branch, from, to, place });
  } catch (error) {
    await options.record(undefined);
    throw error;
  }
  await options.record(landing);
  return landing;
}

async function makeCommit(
  git: Git,
  repository: string,
  plan: LandingPlan,
  { message, way }: LandOptions,
): Promise<string> {
  const { head, isFastForward, isSigned, onto } = plan;
  if (way === 'merge' && isFastForward) {
    return head;
  }
  const parents = way === 'merge' ? [onto, head] : [onto];
  const args = [
    'commit-tree',
    requireTree(plan),
    ...parents.flatMap((parent) => ['-p', parent]),
    // Without it, the commit would have no signature whatever is configured.
    ...(isSigned ? ['-S'] : []),
    '-F',
    '-',
  ];
  const id = await git.write(repository, args, { input: `${message.trim()}\n` });
  return id.trim();
}

/** @throws {SessionError} `ILLEGAL_STATE` without a result. */
function requireTree({ branch, headName, result }: LandingPlan): string {
  switch (result.kind) {
    case 'clean':
      return result.tree;
    case 'conflicts':
      throw new SessionError(
        'ILLEGAL_STATE',
        `${headName} and ${branchName(branch)} conflict in ${result.files.length} files, so nothing was landed: merge ${branchName(branch)} into ${headName} first.`,
      );
    case 'unforeseen':
      throw new SessionError(
        'ILLEGAL_STATE',
        `Git before 2.38 cannot tell whether ${headName} and ${branchName(branch)} conflict, so nothing was landed: merge ${branchName(branch)} into ${headName} first, or update git.`,
      );
  }
}
