import type { Git } from '../git/git';
import { findPlace } from './findPlace';
import { requireClean, type Landing, type LandingPlan, type LandingWay } from './landing';
import { moveForward, requireMovable } from './moveBranch';

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
  const { branch, from, head } = plan;
  const to = await makeCommit(git, repository, plan, options);
  // Another branch may be checked out since the plan was made: the person, and a signature, take time.
  const place = await findPlace(git, repository, branch);
  const move = { branch, from, to, place };
  await requireMovable(git, repository, move);
  const landing = { branch, from, to, head, at: options.now.toISOString() };
  await options.record({ ...landing, begunBy: options.pid });
  try {
    await moveForward(git, repository, move);
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
    requireClean(plan).tree,
    ...parents.flatMap((parent) => ['-p', parent]),
    // Without it, the commit would have no signature whatever is configured.
    ...(isSigned ? ['-S'] : []),
    '-F',
    '-',
  ];
  const utf8 = git.with({ args: ['-c', 'i18n.commitEncoding=UTF-8'] });
  const id = await utf8.write(repository, args, { input: `${message.trim()}\n` });
  return id.trim();
}
