import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionError } from '../../base/errors';
import type { ChangedFile, Changes } from '../changes/changes';
import { formatNames } from '../formatNames';
import { findCommit } from '../git/branches';
import type { Git } from '../git/git';
import { requireThere } from '../locateWorktree';
import type { Worktree } from '../worktree';

/** A working tree, in which git runs with its own configuration. */
export interface CommitPlace {
  readonly root: string;
  /** That of a task, which has to be linked with its repository; undefined for others. */
  readonly worktree: Worktree | undefined;
}

export interface CommitRequest {
  /** What is not committed, since the last commit. */
  readonly changes: Changes;
  /** As in {@link CommitPlace}. */
  readonly worktree: Worktree | undefined;
  /** The paths of files of `changes`. In a merge, what is staged is committed, too. */
  readonly paths: readonly string[];
  /** Undefined: git's own, of a merge. */
  readonly message: string | undefined;
  /** Whether git opens the message in the person's editor, in the terminal. */
  readonly isEdited: boolean;
}

export interface PreparedCommit {
  /** The arguments of git that commit, in the working tree. */
  readonly args: readonly string[];
  /**
   * Removes the temporary files. Without a commit, new files are untracked again.
   * @param isDone whether git has succeeded: otherwise a commit that was made meanwhile is another one.
   * @returns the commit that was made; undefined if none was.
   */
  readonly finish: (isDone: boolean) => Promise<MadeCommit | undefined>;
}

export interface MadeCommit {
  readonly id: string;
  /** The first line of its message. A hook may have changed it. */
  readonly subject: string;
}

/** @throws {SessionError} `ILLEGAL_STATE` for a worktree that is not in its place, or not linked. */
export async function requireCommitPlace(
  git: Git,
  worktree: CommitPlace['worktree'],
): Promise<void> {
  if (worktree) {
    await requireThere(git, worktree);
  }
}

/** Whether a merge waits in the working tree for its commit, which has all that is staged. */
export async function isMerging(git: Git, root: string): Promise<boolean> {
  const args = ['rev-parse', '--quiet', '--verify', 'MERGE_HEAD'];
  return (await git.query(root, args)).code === 0;
}

/** Files that git can commit by their names. */
export function isCommittable({ isNameInvalid, kind, mode }: ChangedFile): boolean {
  return !isNameInvalid && !(kind === 'untracked' && mode === 'submodule');
}

/**
 * Prepares `git commit` of the chosen files, for a terminal, where its hooks and its signature can ask. Other files stay
 * as they are, staged or not; in a merge, of which git commits no part, those that are staged are committed as they are
 * staged. If git fails, the index is as it was.
 * @param temp a directory for temporary files.
 * @throws {SessionError} `BAD_REQUEST` without files or message; `ILLEGAL_STATE` for conflicts, and if the worktree is
 * not linked with its repository, also by `finish`.
 */
export async function prepareCommit(
  git: Git,
  request: CommitRequest,
  temp: string,
): Promise<PreparedCommit> {
  const { changes, isEdited, message, worktree } = request;
  const { root } = changes;
  await requireCommitPlace(git, worktree);
  const merges = await isMerging(git, root);
  const files = chooseFiles(request, merges);
  if (message !== undefined && message.trim() === '' && !isEdited) {
    throw new SessionError('BAD_REQUEST', 'The message of the commit is empty: write one.');
  }
  const before = await findCommit(git, root, 'HEAD');
  const untracked = await listFiles(git, root, ['--others']);
  const added = files.map(({ path }) => path).filter((path) => untracked.has(path));
  const directory = await mkdtemp(join(temp, 'agent-terminals-commit-'));
  const removeDirectory = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const text =
      message === undefined ? ['--no-edit'] : await writeMessage(directory, message, isEdited);
    const what = await writeChosen(git, root, { directory, files, merges });
    if (added.length > 0) {
      const paths = await writePaths(directory, 'added', added);
      await git.write(root, ['--literal-pathspecs', 'add', '--intent-to-add', ...paths]);
    }
    return {
      args: ['--literal-pathspecs', 'commit', ...text, ...(isEdited ? ['--edit'] : []), ...what],
      finish: async (isDone) => {
        await removeDirectory();
        await requireCommitPlace(git, worktree);
        const made = isDone ? await findMade(git, root, before) : undefined;
        if (made === undefined && added.length > 0) {
          await dropIntents(git, root, added);
        }
        return made;
      },
    };
  } catch (error) {
    await removeDirectory();
    throw error;
  }
}

function chooseFiles({ changes, paths }: CommitRequest, merges: boolean): readonly ChangedFile[] {
  const wanted = new Set(paths);
  const chosen = changes.files.filter((file) => wanted.has(file.path) && isCommittable(file));
  const conflicted = (merges ? changes.files : chosen).filter(({ kind }) => kind === 'conflicted');
  if (conflicted.length > 0) {
    const names = formatNames(conflicted.map(({ path }) => path));
    throw new SessionError(
      'ILLEGAL_STATE',
      `There are conflicts in ${names}: resolve them, and stage these files, before you commit.`,
    );
  }
  const unknown = paths.filter((path) => !chosen.some((file) => file.path === path));
  if (unknown.length > 0) {
    throw new SessionError(
      'BAD_REQUEST',
      `There is nothing to commit in ${formatNames(unknown)}: name changed files below ${changes.root}.`,
    );
  }
  if (chosen.length === 0 && !merges) {
    throw new SessionError('BAD_REQUEST', 'No file was chosen, so nothing was committed.');
  }
  return chosen;
}

/** A renamed file is untracked, too, unless its new name is staged. */
async function listFiles(
  git: Git,
  root: string,
  kinds: readonly string[],
): Promise<ReadonlySet<string>> {
  const args = ['ls-files', ...kinds, '--exclude-standard', '-z'];
  return new Set((await git.read(root, args)).split('\0'));
}

/** Returns the options of git that add the files to the commit, in an index of its own until it succeeds. */
async function writeChosen(
  git: Git,
  root: string,
  chosen: {
    readonly directory: string;
    readonly files: readonly ChangedFile[];
    readonly merges: boolean;
  },
): Promise<readonly string[]> {
  const { directory, files, merges } = chosen;
  const names = files.flatMap(namesOf);
  if (!merges) {
    return ['--only', ...(await writePaths(directory, 'files', names))];
  }
  // Newer versions of git refuse a name that is no longer in the index.
  const unstaged = await listFiles(git, root, ['--modified', '--deleted', '--others']);
  const included = names.filter((name) => unstaged.has(name));
  return included.length === 0
    ? []
    : ['--include', ...(await writePaths(directory, 'files', included))];
}

/** Git would list the files as added. Those that were committed or staged meanwhile stay so. */
async function dropIntents(git: Git, root: string, added: readonly string[]): Promise<void> {
  const args = ['diff-files', '--name-only', '--no-renames', '--diff-filter=A', '-z'];
  const { stdout } = await git.query(root, args);
  const intents = new Set(stdout.split('\0'));
  const input = added.filter((path) => intents.has(path)).map((path) => `${path}\0`);
  await git.attempt(root, ['update-index', '--force-remove', '-z', '--stdin'], {
    input: input.join(''),
  });
}

function namesOf({ path, previousPath }: ChangedFile): readonly string[] {
  return previousPath === undefined ? [path] : [previousPath, path];
}

/** Returns the option of git that reads the paths from a file. */
async function writePaths(
  directory: string,
  name: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const file = join(directory, name);
  await writeFile(file, paths.map((path) => `${path}\0`).join(''), { mode: 0o600 });
  return [`--pathspec-from-file=${file}`, '--pathspec-file-nul'];
}

async function writeMessage(
  directory: string,
  message: string,
  isEdited: boolean,
): Promise<readonly string[]> {
  const file = join(directory, 'message');
  await writeFile(file, `${message.trim()}\n`, { mode: 0o600 });
  // Otherwise the configuration can make lines that begin with # comments.
  return [`--file=${file}`, ...(isEdited ? [] : ['--cleanup=whitespace'])];
}

async function findMade(
  git: Git,
  root: string,
  before: string | undefined,
): Promise<MadeCommit | undefined> {
  const id = await findCommit(git, root, 'HEAD');
  if (id === undefined || id === before) {
    return undefined;
  }
  const args = ['log', '--no-show-signature', '--max-count=1', '--format=%s', id];
  return { id, subject: await git.readLine(root, args) };
}
