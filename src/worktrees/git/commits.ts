import { MAX_NAMES } from '../limits';
import type { Git } from './git';

export interface Named {
  readonly count: number;
  /** At most {@link MAX_NAMES}. */
  readonly names: readonly string[];
}

export const NOTHING: Named = { count: 0, names: [] };

/** The newest of the commits first: `1a2b3c4 Fix the login`. */
export async function nameCommits(
  git: Git,
  cwd: string,
  revisions: readonly string[],
): Promise<Named> {
  const count = Number(await git.read(cwd, ['rev-list', '--count', ...revisions]));
  if (count === 0) {
    return NOTHING;
  }
  const format = ['log', '--no-show-signature', `--max-count=${MAX_NAMES}`, '--format=%h %s'];
  const lines = await git.read(cwd, [...format, ...revisions]);
  return { count, names: lines.trim().split('\n') };
}

export async function isAncestor(
  git: Git,
  cwd: string,
  older: string,
  newer: string,
): Promise<boolean> {
  const { code } = await git.query(cwd, ['merge-base', '--is-ancestor', older, newer]);
  return code === 0;
}

/** A fixed author, of commits that no branch gets, so that equal ones are the same object. */
export const NOBODY = {
  GIT_AUTHOR_NAME: 'nobody',
  GIT_AUTHOR_EMAIL: 'nobody@localhost',
  GIT_AUTHOR_DATE: '@0 +0000',
  GIT_COMMITTER_NAME: 'nobody',
  GIT_COMMITTER_EMAIL: 'nobody@localhost',
  GIT_COMMITTER_DATE: '@0 +0000',
} as const;
