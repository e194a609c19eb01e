import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SessionError } from '../../base/errors';
import type { ChangedFile, Changes } from '../changes/changes';
import { formatNames } from '../formatNames';
import { findCommit } from '../git/branches';
import type { Git } from '../git/git';

export interface CommitRequest {
  /** What is not committed, since the last commit. */
  readonly changes: Changes;
  /** The paths of files of `changes`; all in a merge. */
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
   * Removes the temporary files.
   * @returns the commit that was made; undefined if none was.
   */
  readonly finish: () => Promise<MadeCommit | undefined>;
}

export interface MadeCommit {
  readonly id: string;
  /** The first line of its message. A hook may have changed it. */
  readonly subject: string;
}

/** Whether a merge waits in the working tree for its commit, which has all files. */
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
 * as they are, staged or not.
 * @param temp a directory for temporary files.
 * @throws {SessionError} `BAD_REQUEST` without files or message; `ILLEGAL_STATE` for conflicts.
 */
export async function prepareCommit(
  git: Git,
  request: CommitRequest,
  temp: string,
): Promise<PreparedCommit> {
  const { changes, isEdited, message } = request;
  const { root } = changes;
  const merges = await isMerging(git, root);
  const files = chooseFiles(request, merges);
  if (message !== undefined && message.trim() === '' && !isEdited) {
    throw new SessionError('BAD_REQUEST', 'The message of the commit is empty: write one.');
  }
  const before = await findCommit(git, root, 'HEAD');
  const isUntracked = await listUntracked(git, root);
  const added = files.map(({ path }) => path).filter((path) => isUntracked.has(path));
  const directory = await mkdtemp(join(temp, 'agent-terminals-commit-'));
  const removeDirectory = (): Promise<void> => rm(directory, { recursive: true, force: true });
  try {
    const text =
      message === undefined ? ['--no-edit'] : await writeMessage(directory, message, isEdited);
    const what = merges
      ? []
      : ['--only', ...(await writePaths(directory, 'files', files.flatMap(namesOf)))];
    if (merges) {
      await git.write(root, ['add', '--all']);
    } else if (added.length > 0) {
      const paths = await writePaths(directory, 'added', added);
      await git.write(root, ['--literal-pathspecs', 'add', '--intent-to-add', ...paths]);
    }
    return {
      args: ['--literal-pathspecs', 'commit', ...text, ...(isEdited ? ['--edit'] : []), ...what],
      finish: async () => {
        const made = await findMade(git, root, before);
        if (made === undefined && !merges && added.length > 0) {
          // As they were: git would list them as added.
          const input = added.map((path) => `${path}\0`).join('');
          await git.attempt(root, ['update-index', '--force-remove', '-z', '--stdin'], { input });
        }
        await removeDirectory();
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

/** A renamed file is one, too, unless its new name is staged. */
async function listUntracked(git: Git, root: string): Promise<ReadonlySet<string>> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z'];
  return new Set((await git.read(root, args)).split('\0'));
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
