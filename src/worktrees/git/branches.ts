import { SessionError } from '../../base/errors';
import { requireSuccess, type Git } from './git';

/** The exit code of `git rev-parse --verify --quiet` for a name that stands for nothing. */
const NO_SUCH_REVISION = 1;

const HEADS = 'refs/heads/';

/** The commit that a worktree begins at, and the branch that has it as its tip. */
export interface Base {
  readonly commit: string;
  /** In full, such as `refs/heads/main`; undefined for a bare commit or a detached head. */
  readonly branch: string | undefined;
}

export function toRef(branch: string): string {
  return `${HEADS}${branch}`;
}

/**
 * What `name` stands for in the working tree `root`; without a name, its head.
 * @throws {SessionError} `BAD_REQUEST` if that is no commit.
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

/** The full name of the commit that `name` stands for, if it is one. */
export async function findCommit(git: Git, cwd: string, name: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const answer = await git.ask(cwd, args);
  // Any other failure says nothing about the commit.
  return answer.code === NO_SUCH_REVISION ? undefined : requireSuccess(cwd, args, answer).trimEnd();
}

export async function listBranches(git: Git, cwd: string): Promise<readonly string[]> {
  const text = await git.read(cwd, ['for-each-ref', '--format=%(refname)', HEADS]);
  return text.split('\n').flatMap((ref) => (ref === '' ? [] : [ref.slice(HEADS.length)]));
}

/**
 * The branch that stands in the way of a new one: of the same name, perhaps in other case,
 * as on many disks these are one; or one that would have to be a file and a directory.
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

/** @throws {SessionError} `BAD_REQUEST` if git allows no branch of that name. */
export async function requireBranchName(git: Git, cwd: string, name: string): Promise<void> {
  const { code, stdout } = await git.ask(cwd, ['check-ref-format', '--branch', name]);
  if (code !== 0 || stdout.trim() !== name) {
    throw new SessionError(
      'BAD_REQUEST',
      `"${name}" cannot be a branch's name: leave out spaces and the characters ~ ^ : ? * [ \\, and change agentTerminals.worktree.branchPrefix if it comes from there.`,
    );
  }
}
