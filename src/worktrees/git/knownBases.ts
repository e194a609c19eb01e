import { findCommit } from './branches';
import type { Git } from './git';
import type { Worktree } from '../worktree';

/**
 * What a worktree's commits are compared with: the branch that it began at and what that
 * tracks, as far as they exist; else the commit that it began at, if that does.
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
