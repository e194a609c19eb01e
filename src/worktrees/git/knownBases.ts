import { findCommit } from './branches';
import type { Git } from './git';
import type { Worktree } from '../worktree';

/**
 * The revisions with which a worktree's commits are compared: the branch at which it started and
 * that branch's upstream, if they exist; otherwise the commit at which it started, if that exists.
 */
export async function findBases(
  git: Git,
  directory: string,
  { base, baseBranch }: Pick<Worktree, 'base' | 'baseBranch'>,
): Promise<readonly string[]> {
  if (baseBranch !== undefined) {
    const args = ['for-each-ref', '--format=%(upstream)', baseBranch];
    const upstream = await git.findLine(directory, args);
    const refs = [baseBranch, ...(upstream ? [upstream] : [])];
    const commits = await Promise.all(refs.map((ref) => findCommit(git, directory, ref)));
    const known = refs.filter((_, index) => commits[index] !== undefined);
    if (known.length > 0) {
      return known;
    }
  }
  return (await findCommit(git, directory, base)) === undefined ? [] : [base];
}
