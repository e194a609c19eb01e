import { MAX_NAMES } from '../limits';
import { NOBODY } from '../git/commits';
import { requireSuccess, USAGE_ERROR, type Git } from '../git/git';

export type MergedTrees =
  | { readonly kind: 'clean'; readonly tree: string }
  | { readonly kind: 'conflicts'; readonly files: readonly string[] }
  | { readonly kind: 'unforeseen' };

/** The exit code of a merge that has conflicts. */
const CONFLICTS = 1;

interface MergedCommits {
  readonly onto: string;
  readonly head: string;
  /** An ancestor of `head` whose work `onto` has as one commit. */
  readonly since: string | undefined;
}

/** A commit with the files of `onto` that comes after `since`, too, so that a merge begins there. No branch has it. */
async function joinCommits(
  git: Git,
  repository: string,
  onto: string,
  since: string,
): Promise<string> {
  const args = ['commit-tree', `${onto}^{tree}`, '-p', onto, '-p', since, '-m', 'joined'];
  return (await git.write(repository, args, { env: NOBODY })).trim();
}

/**
 * Merges two commits without touching a file, index or branch. Merge drivers of the repository's attributes run.
 * @throws {SessionError} `ILLEGAL_STATE` with git's message, as for unrelated histories.
 */
export async function mergeTrees(
  git: Git,
  repository: string,
  { onto: base, head, since }: MergedCommits,
): Promise<MergedTrees> {
  const onto = since === undefined ? base : await joinCommits(git, repository, base, since);
  const args = ['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', onto, head];
  const answer = await git.attempt(repository, args);
  if (answer.code === USAGE_ERROR) {
    return { kind: 'unforeseen' };
  }
  const [tree = '', ...files] = answer.stdout.split('\0').filter((field) => field !== '');
  return answer.code === CONFLICTS && files.length > 0
    ? { kind: 'conflicts', files: [...new Set(files)] }
    : { kind: 'clean', tree: requireSuccess(repository, args, answer) && tree };
}

/** How many files differ between two trees or commits, and the submodules among them, at most {@link MAX_NAMES}. */
export async function compareFiles(
  git: Git,
  repository: string,
  before: string,
  after: string,
): Promise<{ readonly files: number; readonly submodules: readonly string[] }> {
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', before, after];
  const fields = (await git.read(repository, args)).split('\0').filter((field) => field !== '');
  const files = fields.flatMap((field, index) =>
    index % 2 === 0 ? [{ modes: field, path: fields[index + 1] ?? '' }] : [],
  );
  const submodules = files.filter(({ modes }) => /^:(?:160000|\d+ 160000) /.test(modes));
  return {
    files: files.length,
    submodules: submodules.slice(0, MAX_NAMES).map(({ path }) => path),
  };
}
