import type { Git } from './git/git';
import { isAncestor, NOBODY } from './git/commits';
import type { Landing } from './landing/landing';
import type { Worktree } from './worktree';
import { findCommit, HEADS } from './git/branches';
import { MAX_COMPARED_COMMITS } from './limits';

export interface WorktreeStatus {
  /** The branch that is checked out, such as `agent/fix`; undefined if the head is detached. */
  readonly branch: string | undefined;
  readonly upstream: string | undefined;
  /** Commits of the head that its base branch does not have, and the reverse. */
  readonly ahead: number;
  readonly behind: number;
  /** Files that are changed, added or deleted and not committed, and untracked files. */
  readonly changedFiles: number;
  readonly untrackedFiles: number;
  /** Commits of the head that neither a remote nor the base branch has. */
  readonly unpushedCommits: number;
  /**
   * Whether the base branch contains all of the branch; false for a branch without commits of its
   * own.
   */
  readonly isMerged: boolean;
}

export async function readGitStatus(git: Git, path: string): Promise<GitStatus> {
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=all'];
  return parseStatus(await git.read(path, args));
}

/**
 * Ahead and behind compare with the branch at which the worktree started, or with its upstream if
 * the head is nearer to it; if neither exists, with the start commit. For merges, see
 * {@link isMergedInto}.
 */
export async function readWorktreeStatus(
  git: Git,
  worktree: Worktree,
  landing?: Landing,
): Promise<WorktreeStatus> {
  const { path } = worktree;
  const [{ head, ...status }, bases] = await Promise.all([
    readGitStatus(git, path),
    findBases(git, path, worktree),
  ]);
  const apart = head === undefined ? [] : await countApart(git, path, bases);
  const nearest = apart.reduce((a, b) => (b.ahead < a.ahead ? b : a), apart[0] ?? NOWHERE);
  const isMerged =
    head !== undefined &&
    ((await isLanded(git, worktree, { head, landing })) ||
      (await isMergedIntoAny(git, { worktree, head, bases: apart })));
  return {
    branch: status.branch,
    upstream: status.upstream,
    ahead: nearest.ahead,
    behind: nearest.behind,
    changedFiles: status.changed.length,
    untrackedFiles: status.untracked.length,
    unpushedCommits: head === undefined ? 0 : await countUnpushed(git, path, bases),
    isMerged,
  };
}

interface Apart {
  readonly base: string;
  readonly ahead: number;
  readonly behind: number;
}

const NOWHERE: Apart = { base: '', ahead: 0, behind: 0 };

function countApart(git: Git, path: string, bases: readonly string[]): Promise<readonly Apart[]> {
  const count = async (base: string): Promise<Apart> => {
    const args = ['rev-list', '--left-right', '--count', `${base}...HEAD`];
    const [behind, ahead] = (await git.read(path, args)).trim().split('\t').map(Number);
    return { base, ahead: ahead ?? 0, behind: behind ?? 0 };
  };
  return Promise.all(bases.map(count));
}

async function countUnpushed(git: Git, path: string, bases: readonly string[]): Promise<number> {
  return Number(
    await git.read(path, ['rev-list', '--count', 'HEAD', '--not', '--remotes', ...bases]),
  );
}

async function isMergedIntoAny(
  git: Git,
  {
    worktree,
    head,
    bases,
  }: {
    readonly worktree: Worktree;
    readonly head: string;
    readonly bases: readonly Apart[];
  },
): Promise<boolean> {
  if (head === worktree.base) {
    return false;
  }
  for (const apart of bases) {
    if (await isMergedInto(git, worktree.path, { head, ...apart })) {
      return true;
    }
  }
  return false;
}

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

/** A squash is a commit of its own, which its content alone may not show. */
async function isLanded(
  git: Git,
  { baseBranch, path }: Worktree,
  { head, landing }: { readonly head: string; readonly landing: Landing | undefined },
): Promise<boolean> {
  return (
    landing?.head === head &&
    (landing.branch === baseBranch || !baseBranch?.startsWith(HEADS)) &&
    (await isAncestor(git, path, landing.to, landing.branch))
  );
}

interface MergeQuestion {
  readonly head: string;
  readonly base: string;
  /** The numbers of commits that only the head has, and that only the base has. */
  readonly ahead: number;
  readonly behind: number;
}

/**
 * Whether the base contains all changes of the head: by a merge or fast-forward, by commits with
 * the same changes (rebased, picked), or by one commit with all of them (squashed). Not detected: a
 * merge whose conflict resolution altered the changes, and one further back than the compared
 * commits. A branch that only took newer commits of its base counts as merged.
 */
async function isMergedInto(
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

async function hasSameChanges(git: Git, path: string, range: string): Promise<boolean> {
  const args = ['rev-list', '--count', '--right-only', '--cherry-pick', '--no-merges', range];
  return Number(await git.read(path, args)) === 0;
}

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

/** The content of `git status --porcelain=v2 --branch -z`. */
interface GitStatus {
  /** The commit that is checked out; undefined before the first commit. */
  readonly head: string | undefined;
  /** Undefined if the head is detached. */
  readonly branch: string | undefined;
  readonly upstream: string | undefined;
  /** Tracked files that differ from the head, staged or not. */
  readonly changed: readonly string[];
  readonly untracked: readonly string[];
}

/** The number of fields before the path, by the record's first character. */
const FIELDS_BEFORE_PATH = { '1': 8, '2': 9, u: 10, '?': 1 } as const;

export function parseStatus(text: string): GitStatus {
  const headers = new Map<string, string>();
  const changed: string[] = [];
  const untracked: string[] = [];
  const records = text.split('\0');
  for (let index = 0; index < records.length; index += 1) {
    const record = records[index] ?? '';
    const kind = record[0];
    if (kind === '#') {
      const [, name = '', ...value] = record.split(' ');
      headers.set(name, value.join(' '));
    } else if (kind === '?') {
      untracked.push(pathOf(record, kind));
    } else if (kind === '1' || kind === '2' || kind === 'u') {
      changed.push(pathOf(record, kind));
      // The record of a renamed file is followed by its former name.
      index += kind === '2' ? 1 : 0;
    }
  }
  return {
    head: unless(headers.get('branch.oid'), '(initial)'),
    branch: unless(headers.get('branch.head'), '(detached)'),
    upstream: headers.get('branch.upstream'),
    changed,
    untracked,
  };
}

function pathOf(record: string, kind: keyof typeof FIELDS_BEFORE_PATH): string {
  return record.split(' ').slice(FIELDS_BEFORE_PATH[kind]).join(' ');
}

function unless(value: string | undefined, nothing: string): string | undefined {
  return value === nothing ? undefined : value;
}
