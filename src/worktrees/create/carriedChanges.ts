import { lstat, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SessionError } from '../../base/errors';
import { findCommit } from '../git/branches';
import { copyIndex } from '../git/copyIndex';
import { formatNames } from '../formatNames';
import { requireSuccess, USAGE_ERROR, type Git, type GitOptions } from '../git/git';
import { CARRY_LIMIT_BYTES } from '../limits';
import { findCheckedOutSubmodules } from '../git/repository';
import { parseStatus } from '../worktreeStatus';
import { beginStep, type Steps } from './steps';

/**
 * The uncommitted state of a working tree at one moment, stored as objects of its repository. Git
 * deletes unreferenced objects after some weeks. Any number of worktrees can receive it.
 */
export interface CarriedChanges {
  readonly head: string;
  /** The tree of the staged files. */
  readonly staged: string;
  /** The tree of all files, including untracked ones. */
  readonly files: string;
  /** What could not be carried, a sentence each. */
  readonly notices: readonly string[];
}

/**
 * Records the uncommitted and untracked files of the working tree `root` by adding them to a copy
 * of its index. The working tree is not changed. Ignored files are not included.
 * @throws {SessionError} `BAD_REQUEST` before the first commit, or if too much is untracked.
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
    const index = await git.readLine(root, ['rev-parse', '--git-path', 'index']);
    await copyIndex(resolve(root, index), env.GIT_INDEX_FILE);
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
 * Applies the changes to the clean working tree `root`: the same files, the same staged files, and
 * the same untracked files.
 * @throws {SessionError} `ILLEGAL_STATE` if it has changes or another commit; it is then not
 * modified.
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
  // Not cancelled half way. All or nothing: git first checks whether untracked files are in the
  // way. Files outside a sparse checkout stay outside, but changed and new ones among them are
  // written.
  const complete = ['-c', 'core.sparseCheckout=false'];
  await git.write(root, [...complete, 'read-tree', '-m', '-u', 'HEAD', changes.files]);
  await git.write(root, ['read-tree', '-m', changes.staged]);
  // Prints which files differ, with an exit code that does not matter.
  await git.attempt(root, ['update-index', '-q', '--refresh']);
}

/** The untracked directories that are repositories. Git would add them as submodules. */
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
  // Includes files that core.safecrlf would reject.
  const add = ['-c', 'core.safecrlf=false', 'add', '--all'];
  const answer = await git.attempt(root, [...add, '--sparse', ...paths], options);
  if (answer.code === USAGE_ERROR) {
    // Before git 2.34 files outside a sparse checkout are added without the option.
    await git.write(root, [...add, ...paths], options);
  } else {
    requireSuccess(root, ['add'], answer);
  }
}

function notice(text: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${text}: ${formatNames(names)}.`];
}
