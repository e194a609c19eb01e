import type { Git } from './git';
import { MAX_COMPARED_COMMITS } from '../limits';

/** A branch's head, and the base into which it may have been merged. */
interface MergeQuestion {
  readonly head: string;
  readonly base: string;
  /** The numbers of commits that only the head has, and that only the base has. */
  readonly ahead: number;
  readonly behind: number;
}

/** A fixed author, so that equal comparisons create the same object. */
const NOBODY = {
  GIT_AUTHOR_NAME: 'nobody',
  GIT_AUTHOR_EMAIL: 'nobody@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'nobody',
  GIT_COMMITTER_EMAIL: 'nobody@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
} as const;

/**
 * Whether the base contains all changes of the head: by a merge or fast-forward, by commits with
 * the same changes (rebased, picked), or by one commit with all of them (squashed). Not detected: a
 * merge whose conflict resolution altered the changes, and one further back than the compared
 * commits. A branch that only took newer commits of its base counts as merged.
 */
export async function isMergedInto(
  git: Git,
  path: string,
  { head, base, ahead, behind }: MergeQuestion,
): Promise<boolean> {
  if (ahead === 0) {
    return true;
  }
  if (behind === 0 || ahead + behind > MAX_COMPARED_COMMITS) {
    return false;
  }
  return (
    (await hasSameChanges(git, path, `${base}...${head}`)) ||
    (await isSquashed(git, path, { head, base }))
  );
}

/** Whether each commit on the right has one on the left with the same changes. */
async function hasSameChanges(git: Git, path: string, range: string): Promise<boolean> {
  const args = ['rev-list', '--count', '--right-only', '--cherry-pick', '--no-merges', range];
  return Number(await git.read(path, args)) === 0;
}

/** Compares all changes of the branch since it left the base as a single commit. */
async function isSquashed(
  git: Git,
  path: string,
  { head, base }: Pick<MergeQuestion, 'head' | 'base'>,
): Promise<boolean> {
  const fork = await git.findLine(path, ['merge-base', base, head]);
  if (fork === undefined) {
    return false;
  }
  const trees = await git.read(path, ['rev-parse', `${fork}^{tree}`, `${head}^{tree}`]);
  const [before = '', after = ''] = trees.trim().split('\n');
  if (before === after) {
    return false;
  }
  const args = ['commit-tree', after, '-p', fork, '-m', 'squashed'];
  const commit = (await git.write(path, args, { env: NOBODY })).trim();
  return hasSameChanges(git, path, `${base}...${commit}`);
}
