import type { Stats } from 'node:fs';
import { chmod, lstat } from 'node:fs/promises';

/** The permissions of other users. */
const OTHERS = 0o077;

/** Whether a file belongs to the person. Windows has no user ids; a home is private there. */
export function isOwn({ uid }: Pick<Stats, 'uid'>): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}

/**
 * Whether the path is a directory, not a link, that belongs to the person and that no other user can
 * access.
 */
export async function isPrivateDirectory(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && found.isDirectory() && isOwn(found) && !isOpen(found);
}

/**
 * Whether the path is a directory, not a link, that belongs to the person; no other is trusted.
 * Removes other users' access to it.
 */
export async function closeOwnDirectory(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory() || !isOwn(found)) {
    return false;
  }
  if (isOpen(found)) {
    await chmod(path, 0o700);
  }
  return true;
}

function isOpen({ mode }: Pick<Stats, 'mode'>): boolean {
  return process.getuid !== undefined && (mode & OTHERS) !== 0;
}
