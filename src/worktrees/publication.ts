import { findCommit, HEADS, listRemotes, splitRemote } from './git/branches';
import { isAncestor } from './git/commits';
import type { Git } from './git/git';
import { locateWorktree, requireThere } from './locateWorktree';
import { findBases, readGitStatus } from './worktreeStatus';
import type { Worktree } from './worktree';

/** What a push of a worktree's branch would send, and where to. */
export interface Publication {
  /** The branch that is checked out; undefined if the head is detached, or before the first commit. */
  readonly branch: string | undefined;
  /** Files that are changed or untracked, and so not part of it. */
  readonly uncommitted: number;
  /** Undefined if there is none, or none of several can be chosen. */
  readonly remote: PushRemote | undefined;
  /** The names of all remotes. */
  readonly remotes: readonly string[];
  /** The commits that the base does not have, oldest first. */
  readonly commits: readonly CommitText[];
  readonly base: PublishedBase;
}

interface PushRemote {
  readonly name: string;
  /** Where git pushes to; it may contain a password. */
  readonly url: string;
  /** Whether it has all commits of the branch, as of the last fetch or push. */
  readonly isCurrent: boolean;
}

export interface CommitText {
  readonly subject: string;
  /** The rest of the message. */
  readonly body: string;
}

interface PublishedBase {
  /** The branch at which the worktree began, as its remote names it; undefined if it began at none. */
  readonly branch: string | undefined;
  /** Whether a remote has a branch of that name, as of the last fetch or push. */
  readonly isOnRemote: boolean;
}

/**
 * Whether a remote has the branch that is checked out, or it has an upstream, which may be gone by now. False if the
 * worktree is not in its place, or not linked.
 */
export async function isPublished(git: Git, worktree: Worktree): Promise<boolean> {
  if ((await locateWorktree(git, worktree)).kind !== 'there') {
    return false;
  }
  const { path } = worktree;
  const branch = await findBranch(git, path);
  if (branch === undefined) {
    return false;
  }
  const upstream = await git.findLine(path, [
    'for-each-ref',
    '--format=%(upstream)',
    `${HEADS}${branch}`,
  ]);
  return Boolean(upstream) || (await isOnRemote(git, path, branch));
}

/** @throws {SessionError} `ILLEGAL_STATE` if the worktree is not in its place, or not linked. */
export async function readPublication(git: Git, worktree: Worktree): Promise<Publication> {
  await requireThere(git, worktree);
  const { path } = worktree;
  const [branch, remotes, { changed, untracked }] = await Promise.all([
    findBranch(git, path),
    listRemotes(git, path),
    readGitStatus(git, path),
  ]);
  return {
    branch,
    uncommitted: changed.length + untracked.length,
    remote: branch === undefined ? undefined : await findPushRemote(git, path, { branch, remotes }),
    remotes,
    commits: branch === undefined ? [] : await readCommits(git, worktree),
    base: await findBase(git, worktree, remotes),
  };
}

/** Undefined also before the first commit. */
async function findBranch(git: Git, path: string): Promise<string | undefined> {
  const ref = await git.findLine(path, ['symbolic-ref', '--quiet', 'HEAD']);
  const isBranch = ref?.startsWith(HEADS) && (await findCommit(git, path, 'HEAD')) !== undefined;
  return isBranch ? ref?.slice(HEADS.length) : undefined;
}

async function isOnRemote(git: Git, path: string, branch: string): Promise<boolean> {
  const remotes = await listRemotes(git, path);
  const names = remotes.map((remote) => `refs/remotes/${remote}/${branch}`);
  const refs = await Promise.all(names.map((ref) => findCommit(git, path, ref)));
  return refs.some((commit) => commit !== undefined);
}

/** As git chooses it; of several remotes without a setting, `origin`. */
async function findPushRemote(
  git: Git,
  path: string,
  { branch, remotes }: { readonly branch: string; readonly remotes: readonly string[] },
): Promise<PushRemote | undefined> {
  const keys = [`branch.${branch}.pushRemote`, 'remote.pushDefault', `branch.${branch}.remote`];
  const set = await Promise.all(keys.map((key) => git.findLine(path, ['config', '--get', key])));
  const [only, ...more] = remotes;
  const candidates = [...set, 'origin', more.length === 0 ? only : undefined];
  const name = candidates.find((one) => one !== undefined && remotes.includes(one));
  if (name === undefined) {
    return undefined;
  }
  const url = await git.readLine(path, ['remote', 'get-url', '--push', '--', name]);
  return { name, url, isCurrent: await hasHead(git, path, `refs/remotes/${name}/${branch}`) };
}

async function hasHead(git: Git, path: string, tracking: string): Promise<boolean> {
  const tip = await findCommit(git, path, tracking);
  return tip !== undefined && isAncestor(git, path, 'HEAD', tip);
}

async function readCommits(git: Git, worktree: Worktree): Promise<readonly CommitText[]> {
  const bases = await findBases(git, worktree.path, worktree);
  // `%x1e` cannot be in a message that a person types, and `-z` would leave the fields unmarked.
  const format = '--format=%s%x1f%b%x1e';
  const options = ['--no-show-signature', '--reverse', '--no-merges', format];
  const range = ['HEAD', '--not', ...bases, '--'];
  const text = await git.read(worktree.path, ['log', ...options, ...range]);
  return text
    .split('\x1e')
    .filter((record) => record.includes('\x1f'))
    .map((record) => {
      const [subject = '', body = ''] = record.trimStart().split('\x1f');
      return { subject, body: body.trim() };
    });
}

async function findBase(
  git: Git,
  { path, baseBranch }: Worktree,
  remotes: readonly string[],
): Promise<PublishedBase> {
  const upstream =
    baseBranch && (await git.findLine(path, ['for-each-ref', '--format=%(upstream)', baseBranch]));
  const tracked = [upstream, baseBranch].flatMap((ref) => (ref ? [splitRemote(ref, remotes)] : []));
  const branch = tracked.find((one) => one !== undefined)?.branch ?? baseBranch?.replace(HEADS, '');
  return {
    branch,
    isOnRemote: branch !== undefined && (await isOnRemote(git, path, branch)),
  };
}
