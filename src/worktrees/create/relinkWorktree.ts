import { join, relative } from 'node:path';
import { SessionError } from '../../base/errors';
import type { Git } from '../git/git';
import { locateWorktree } from '../locateWorktree';
import { resolvePhysical } from '../paths';
import type { Worktree } from '../worktree';
import {
  isSamePath,
  leadsTo,
  listEntries,
  writeMark,
  type WorktreeEntry,
} from '../git/worktreeEntries';

interface Relinking {
  /** The path that the person names. Default: where `locateWorktree` finds the worktree. */
  readonly chosenPath: string | undefined;
  /** A new mark, for a worktree that has none. */
  readonly mark: string;
}

/**
 * Restores the links between a worktree and its repository. Returns the updated worktree.
 * @throws {SessionError} `ILLEGAL_STATE` if it is not there, or belongs to another task.
 */
export async function relinkWorktree(
  git: Git,
  worktree: Worktree,
  { chosenPath, mark }: Relinking,
): Promise<Worktree> {
  const { repository } = worktree;
  const path = await resolvePhysical(chosenPath ?? (await findPath(git, worktree)));
  await git.attempt(repository, ['worktree', 'repair', path]);
  const entry = await findLinked(git, repository, path);
  if (entry === undefined) {
    throw notThere(worktree, path);
  }
  const cwd = join(path, relative(worktree.path, worktree.cwd));
  if (entry.mark !== undefined && entry.mark === worktree.mark) {
    return { ...worktree, path, cwd };
  }
  requireFree(worktree, entry, chosenPath);
  await writeMark(entry.directory, mark);
  return { ...worktree, path, cwd, mark };
}

async function findPath(git: Git, worktree: Worktree): Promise<string> {
  const location = await locateWorktree(git, worktree);
  return location.kind === 'moved' ? location.path : worktree.path;
}

async function findLinked(
  git: Git,
  repository: string,
  path: string,
): Promise<WorktreeEntry | undefined> {
  const entries = await listEntries(git, repository);
  const entry = entries.find((one) => isSamePath(one.path, path));
  return entry && (await leadsTo(path, entry.directory)) ? entry : undefined;
}

/**
 * An entry without a mark matches only if the worktree never had one, or if the person names the
 * path.
 */
function requireFree(
  worktree: Worktree,
  { mark, path }: WorktreeEntry,
  chosenPath: string | undefined,
): void {
  if (mark !== undefined) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `The worktree ${path} belongs to another task: choose where the one on ${worktree.branch} was moved to, or create it again from that branch.`,
    );
  }
  if (worktree.mark !== undefined && chosenPath === undefined) {
    throw notThere(worktree, path);
  }
}

function notThere({ repository, branch }: Worktree, path: string): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `There is no worktree of ${repository} in ${path}: choose where it was moved to, or create it again from its branch ${branch}.`,
  );
}
