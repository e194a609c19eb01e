import { lstat, readdir, rmdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { SessionError } from '../../base/errors';
import { formatNames } from '../formatNames';

/** The names in a directory, or the name of a file in its place; empty if nothing exists. */
export async function namesIn(path: string): Promise<readonly string[]> {
  const found = await lstat(path).catch(() => undefined);
  return found === undefined || found.isDirectory()
    ? readdir(path).catch(() => [])
    : [basename(path)];
}

/**
 * Requires that nothing exists in the place of a missing worktree, since git forgets one only then.
 * @throws {SessionError} `ILLEGAL_STATE` with the names of the files there, which are not touched.
 */
export async function requireVacant(path: string): Promise<void> {
  // Removed already, or it contains files of others.
  await rmdir(path).catch(() => undefined);
  const names = await namesIn(path);
  if (names.length > 0) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `Something else is where the worktree ${path} was (${formatNames(names)}): move it elsewhere, then try again.`,
    );
  }
}
