import { SessionError } from '../../base/errors';
import { requireSuccess, type Git } from './git';

/** The exit code of `git rev-parse --verify --quiet` for an unknown revision. */
const NO_SUCH_REVISION = 1;

export const HEADS = 'refs/heads/';
export const REMOTES = 'refs/remotes/';

/** The commit at which a worktree starts, and the branch whose tip it is. */
export interface Base {
  readonly commit: string;
  /** In full, such as `refs/heads/main`; undefined for a bare commit or a detached head. */
  readonly branch: string | undefined;
}

export function toRef(branch: string): string {
  return `${HEADS}${branch}`;
}

/**
 * Resolves `name`, or the head without a name, in the working tree `root`.
 * @throws {SessionError} `BAD_REQUEST` if it is not a commit.
 */
export async function resolveBase(git: Git, root: string, name?: string): Promise<Base> {
  const commit = await findCommit(git, root, name ?? 'HEAD');
  if (commit === undefined) {
    throw new SessionError(
      'BAD_REQUEST',
      name === undefined
        ? `${root} has no commit yet, and a worktree begins at one: commit something first.`
        : `There is no commit "${name}" in ${root}: name a branch, tag or commit that it has, or fetch it first.`,
    );
  }
  const ref = await git.findLine(root, [
    'rev-parse',
    '--symbolic-full-name',
    '--verify',
    '--quiet',
    '--end-of-options',
    name ?? 'HEAD',
  ]);
  return { commit, branch: ref?.match(/^refs\/(heads|remotes)\//) ? ref : undefined };
}

/** The full id of the commit that `name` resolves to, if it is a commit. */
export async function findCommit(git: Git, cwd: string, name: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const answer = await git.query(cwd, args);
  // Other failures are not about the commit.
  return answer.code === NO_SUCH_REVISION ? undefined : requireSuccess(cwd, args, answer).trimEnd();
}

export async function listBranches(git: Git, cwd: string): Promise<readonly string[]> {
  const text = await git.read(cwd, ['for-each-ref', '--format=%(refname)', HEADS]);
  return linesOf(text).map((ref) => ref.slice(HEADS.length));
}

/**
 * The names that branches have in the remotes, as of the last fetch. A branch of the same name here would collide with it at
 * the next push.
 */
export async function listRemoteBranches(git: Git, cwd: string): Promise<readonly string[]> {
  const [remotes, refs] = await Promise.all([
    listRemotes(git, cwd),
    git.read(cwd, ['for-each-ref', `--format=%(refname)`, REMOTES]),
  ]);
  return linesOf(refs).map(
    (ref) => splitRemote(ref, remotes)?.branch ?? ref.slice(REMOTES.length).replace(/^[^/]*\//, ''),
  );
}

/** The remotes, longest names first: a name may contain slashes, and be the beginning of another one. */
export async function listRemotes(git: Git, cwd: string): Promise<readonly string[]> {
  return [...linesOf(await git.read(cwd, ['remote']))].sort((a, b) => b.length - a.length);
}

/** The remote and the branch of a ref such as `refs/remotes/origin/main`; undefined for other refs. */
export function splitRemote(
  ref: string,
  remotes: readonly string[],
): { readonly remote: string; readonly branch: string } | undefined {
  const remote = remotes.find((name) => ref.startsWith(`${REMOTES}${name}/`));
  return remote === undefined
    ? undefined
    : { remote, branch: ref.slice(`${REMOTES}${remote}/`.length) };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

/**
 * An existing branch that makes a new one impossible: one with the same name, perhaps in other
 * letter case, which many file systems ignore; or one that would have to be a file and a directory
 * at once.
 */
export function findBlockingBranch(
  branches: readonly string[],
  wanted: string,
): string | undefined {
  const name = wanted.toLowerCase();
  return branches.find((branch) => {
    const other = branch.toLowerCase();
    return other === name || name.startsWith(`${other}/`) || other.startsWith(`${name}/`);
  });
}

/** @throws {SessionError} `BAD_REQUEST` if git does not allow a branch of that name. */
export async function requireBranchName(git: Git, cwd: string, name: string): Promise<void> {
  const { code, stdout } = await git.query(cwd, ['check-ref-format', '--branch', name]);
  if (code !== 0 || stdout.trim() !== name) {
    throw new SessionError(
      'BAD_REQUEST',
      `"${name}" cannot be a branch's name: leave out spaces and the characters ~ ^ : ? * [ \\, and change agentTerminals.worktree.branchPrefix if it comes from there.`,
    );
  }
}
