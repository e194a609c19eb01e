import { SessionError, toError } from '../../base/errors';
import { formatNames } from '../formatNames';
import { findCommit } from '../git/branches';
import { gitReason, NO_HOOKS, type Git, type GitAnswer } from '../git/git';
import { branchName } from './landing';
import { readMovedFiles, restoreMovedFiles } from './movedFiles';
import { isMerging } from './prepareCommit';

export interface Move {
  /** In full, such as `refs/heads/main`. */
  readonly branch: string;
  readonly from: string;
  readonly to: string;
  /** The working tree that has checked out the branch. */
  readonly place: string | undefined;
}

/**
 * With what the options of a branch (`branch.*.mergeOptions`) could turn on turned off, and without hooks, which the
 * task may have written. Those that can refuse the branch are asked before.
 */
const MERGE = [
  '-c',
  `core.hooksPath=${NO_HOOKS}`,
  'merge',
  '--ff-only',
  '--no-autostash',
  '--no-overwrite-ignore',
  '--no-squash',
  '--no-stat',
] as const;

const QUIET = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-auto-gc'];

/**
 * Moves a branch forward, after {@link requireMovable}. Where it is checked out, the files that differ are checked out with it, and all other changes
 * stay as they are.
 * @throws {SessionError} `ILLEGAL_STATE` with git's reason, and with the names of changed files that are in the way;
 * nothing is moved then.
 */
export async function moveForward(git: Git, repository: string, move: Move): Promise<void> {
  const { branch, from, place, to } = move;
  if (place === undefined) {
    await fetchHere(git, repository, { branch, source: to });
    return;
  }
  await requireNoMerge(git, place, branch);
  const files = await readMovedFiles(git, place, move);
  await requireCheckedOut(git, place, branch);
  const answer = await git.attempt(place, [...MERGE, to]).catch((error: unknown) => toError(error));
  // What comes after the move can fail, too.
  if ((await findCommit(git, repository, branch)) === to) {
    return;
  }
  if (answer instanceof Error) {
    throw answer;
  }
  if (listInTheWay(answer.stderr).length === 0) {
    await restoreMovedFiles(git, files, from);
  }
  throw refused(move, place, answer);
}

/**
 * Moves a branch back. Where it is checked out, what is staged or changed stays so: `git reset --keep` would unstage it.
 * @throws {SessionError} as {@link moveForward}.
 */
export async function moveBack(git: Git, repository: string, move: Move): Promise<void> {
  const { branch, from, place, to } = move;
  await requireMovable(git, repository, move);
  if (place === undefined) {
    await fetchHere(git, repository, { branch, source: `+${to}` });
    return;
  }
  await requireNoMerge(git, place, branch);
  const files = await readMovedFiles(git, place, move);
  const update = ['update-ref', '-m', `undo of a landing: back to ${to}`, branch, to, from];
  for (const args of [['read-tree', '-m', '-u', from, to], update]) {
    const answer = await git.attempt(place, args);
    if (answer.code !== 0) {
      if (listInTheWay(answer.stderr).length === 0) {
        await restoreMovedFiles(git, files, from);
      }
      throw refused(move, place, answer);
    }
  }
}

/** A merge moves what is checked out, whatever that is. */
async function requireCheckedOut(git: Git, place: string, branch: string): Promise<void> {
  const ref = await git.findLine(place, ['symbolic-ref', '--quiet', 'HEAD']);
  if (ref !== branch) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `${branchName(branch)} was not moved, because it is no longer checked out in ${place}: try again.`,
    );
  }
}

/** Git itself refuses if the branch is checked out, or rebased or bisected, in any working tree. */
async function fetchHere(
  git: Git,
  repository: string,
  { branch, source }: { readonly branch: string; readonly source: string },
): Promise<void> {
  const args = ['fetch', ...QUIET, '--no-write-fetch-head', '.', `${source}:${branch}`];
  const answer = await git.attempt(repository, args);
  if (answer.code !== 0) {
    const busy = /refusing to fetch into .* checked out at '(.*)'/.exec(answer.stderr)?.[1];
    throw new SessionError(
      'ILLEGAL_STATE',
      busy === undefined
        ? `${branchName(branch)} was not moved: ${gitReason(answer)}.`
        : `${branchName(branch)} was not moved, because it is checked out, rebased or bisected in ${busy}: finish that first.`,
    );
  }
}

/**
 * Asks the hooks that can refuse the branch, and the lock of its name, before any file is touched.
 * @throws {SessionError} `ILLEGAL_STATE` if one refuses, or the branch has moved.
 */
export async function requireMovable(git: Git, repository: string, move: Move): Promise<void> {
  const { branch, from, to } = move;
  const name = branchName(branch);
  if ((await findCommit(git, repository, branch)) !== from) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `${name} has moved meanwhile, so nothing was changed: try again.`,
    );
  }
  const input = `start\nupdate ${branch} ${to} ${from}\nprepare\nabort\n`;
  const answer = await git.attempt(repository, ['update-ref', '--stdin'], { input });
  if (answer.code !== 0) {
    throw new SessionError('ILLEGAL_STATE', `${name} was not moved: ${reasonOf(answer)}.`);
  }
}

async function requireNoMerge(git: Git, place: string, branch: string): Promise<void> {
  if (await isMerging(git, place)) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `${branchName(branch)} was not moved, because a merge is under way in ${place}: commit or abort it first.`,
    );
  }
}

function refused({ branch }: Move, place: string, answer: GitAnswer): SessionError {
  const files = listInTheWay(answer.stderr);
  const name = branchName(branch);
  return new SessionError(
    'ILLEGAL_STATE',
    files.length === 0
      ? `${name} was not moved in ${place}: ${reasonOf(answer)}.`
      : `${name} was not moved, because its files have changes of your own in ${place}: ${formatNames(files)}. Commit or move these first.`,
  );
}

/** The files that git names because it would overwrite them. */
function listInTheWay(stderr: string): readonly string[] {
  const indented = [...stderr.matchAll(/^\t(.+)$/gm)].map(([, name = '']) => name);
  const one = /^error: (?:Entry|Untracked working tree file) '(.*)' /m.exec(stderr)?.[1];
  return one === undefined ? indented : [...indented, one];
}

/** What a hook has printed, too, because git's own words do not say why. */
function reasonOf(answer: GitAnswer): string {
  const reason = gitReason(answer);
  const said = answer.stderr.split('\n').find((line) => line.trim() !== '');
  return /aborted by( the)? .*hook/.test(reason) && said ? `${reason} (${said.trim()})` : reason;
}
