import { copyFile, lstat, mkdtemp, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SessionError } from '../../base/errors';
import { isErrno } from '../../base/isErrno';
import { findCommit } from '../git/branches';
import { formatNames } from '../formatNames';
import { requireSuccess, USAGE_ERROR, type Git, type GitOptions } from '../git/git';
import { CARRY_LIMIT_BYTES } from '../limits';
import { findCheckedOutSubmodules } from '../git/submodules';
import { parseStatus } from '../git/parseStatus';
import { beginStep, type Steps } from './steps';

/**
 * The uncommitted state of a working tree at one moment, kept as objects of its repository;
 * git forgets them some weeks later. Any number of worktrees can be given it.
 */
export interface CarriedChanges {
  /** The commit that was checked out. */
  readonly head: string;
  /** The tree of what was staged. */
  readonly staged: string;
  /** The tree of what the files were, untracked ones included. */
  readonly files: string;
  /** What could not be taken along; a sentence each. */
  readonly notices: readonly string[];
}

/**
 * Takes down what is uncommitted and untracked in the working tree `root`, which stays as it
 * is: the files are added to a copy of its index. Ignored files are not part of it.
 * @throws {SessionError} `BAD_REQUEST` before the first commit, or with too much that is untracked.
 */
export async function takeChanges(
  git: Git,
  root: string,
  { temp, ...steps }: Steps & { readonly temp: string },
): Promise<CarriedChanges> {
  beginStep(steps, 'Reading the uncommitted changes');
  const head = await findCommit(git, root, 'HEAD');
  if (head === undefined) {
    throw new SessionError('BAD_REQUEST', `${root} has no commit yet: commit something first.`);
  }
  const nested = await checkUntracked(git, root);
  const directory = await mkdtemp(join(temp, 'agent-terminals-index-'));
  try {
    const env = { GIT_INDEX_FILE: join(directory, 'index') };
    await copyIndex(git, root, env.GIT_INDEX_FILE);
    const options: GitOptions = { env, signal: steps.signal };
    const staged = await findTree(git, root, options);
    await addAll(git, root, { ...options, nested });
    const files = (await git.write(root, ['write-tree'], options)).trim();
    const notices = [
      ...(staged ? [] : ['A merge is in progress: its conflicts are carried as plain files.']),
      ...notice('Repositories of their own are not carried', nested),
      ...notice(
        'Changes inside of submodules are not carried',
        await findCheckedOutSubmodules(git, root),
      ),
    ];
    return { head, staged: staged ?? `${head}^{tree}`, files, notices };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/**
 * Gives the clean working tree `root` the changes: its files are as they were then, the same
 * are staged, and the same untracked.
 * @throws {SessionError} `ILLEGAL_STATE` if it has changes or another commit; then it is untouched.
 */
export async function applyChanges(
  git: Git,
  root: string,
  { changes, ...steps }: Steps & { readonly changes: CarriedChanges },
): Promise<void> {
  beginStep(steps, 'Copying the uncommitted changes');
  const status = parseStatus(
    await git.read(root, ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=no']),
  );
  if (status.head !== changes.head || status.changed.length > 0) {
    const why = status.head === changes.head ? 'changes of its own' : 'another commit checked out';
    throw new SessionError(
      'ILLEGAL_STATE',
      `Changes cannot be carried to ${root}, which has ${why}: choose a new worktree for them.`,
    );
  }
  // Not to be cancelled half way. All or nothing: git looks first whether anything untracked is in the way. What a sparse
  // checkout leaves out stays so, but a change to it, or a new file there, is written.
  const complete = ['-c', 'core.sparseCheckout=false'];
  await git.write(root, [...complete, 'read-tree', '-m', '-u', 'HEAD', changes.files]);
  await git.write(root, ['read-tree', '-m', changes.staged]);
  // Tells which files differ, with a code that is of no interest.
  await git.attempt(root, ['update-index', '-q', '--refresh']);
}

/** The untracked directories that are repositories; they would be added as submodules. */
async function checkUntracked(git: Git, root: string): Promise<readonly string[]> {
  const text = await git.read(root, ['ls-files', '-z', '--others', '--exclude-standard']);
  const names = text.split('\0').filter((name) => name !== '');
  let bytes = 0;
  for (const name of names) {
    bytes += (await lstat(join(root, name)).catch(() => undefined))?.size ?? 0;
  }
  if (bytes > CARRY_LIMIT_BYTES) {
    throw new SessionError(
      'BAD_REQUEST',
      `The untracked files in ${root} are more than ${CARRY_LIMIT_BYTES} bytes, too much to be carried along: commit them or add them to .gitignore, or continue without them.`,
    );
  }
  return names.filter((name) => name.endsWith('/'));
}

async function copyIndex(git: Git, root: string, to: string): Promise<void> {
  const index = resolve(root, await git.readLine(root, ['rev-parse', '--git-path', 'index']));
  try {
    await copyFile(index, to);
    // Git knows by its time which files may have changed in the second in which it was written.
    const { atime, mtime } = await stat(index);
    await utimes(to, atime, mtime);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) {
      throw error;
    }
    // Without an index everything is deleted, and so it is with an empty one.
  }
}

/** The tree of the index; undefined while files are in conflict. */
async function findTree(git: Git, root: string, options: GitOptions): Promise<string | undefined> {
  const { code, stdout } = await git.attempt(root, ['write-tree'], options);
  return code === 0 ? stdout.trim() : undefined;
}

async function addAll(
  git: Git,
  root: string,
  { nested, ...options }: GitOptions & { readonly nested: readonly string[] },
): Promise<void> {
  const paths = ['--', '.', ...nested.map((name) => `:(top,exclude,literal)${name}`)];
  // A file that is not what core.safecrlf wants is carried all the same.
  const add = ['-c', 'core.safecrlf=false', 'add', '--all'];
  const answer = await git.attempt(root, [...add, '--sparse', ...paths], options);
  if (answer.code === USAGE_ERROR) {
    // Before git 2.34 what a sparse checkout leaves out was added without asking.
    await git.write(root, [...add, ...paths], options);
  } else {
    requireSuccess(root, ['add'], answer);
  }
}

function notice(text: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${text}: ${formatNames(names)}.`];
}
