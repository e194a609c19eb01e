import { lstat, readdir, rmdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { SessionError } from '../../base/errors';
import { formatNames } from '../formatNames';

/** What is in a directory, or the file that is in its place; nothing if neither is there. */
export async function namesIn(path: string): Promise<readonly string[]> {
  const found = await lstat(path).catch(() => undefined);
  return found === undefined || found.isDirectory()
    ? readdir(path).catch(() => [])
    : [basename(path)];
}

/**
 * Before git is to forget a worktree that is gone, which it does only where nothing is.
 * @throws {SessionError} `ILLEGAL_STATE`, naming what others have put there; it is not touched.
 */
export async function requireVacant(path: string): Promise<void> {
  await rmdir(path).catch(() => undefined); // Gone, or with something of others in it.
  const names = await namesIn(path);
  if (names.length > 0) {
    throw new SessionError(
      'ILLEGAL_STATE',
      `Something else is where the worktree ${path} was (${formatNames(names)}): move it elsewhere, then try again.`,
    );
  }
}
