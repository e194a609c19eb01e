import { statSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';

/** Whether the path is that of a directory, or of a link to one, that this user can reach. */
export function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // It does not exist, or one of its parents cannot be searched.
    return false;
  }
}

/** A directory's path without symbolic links; the given path if the directory does not exist. */
export async function realDirectory(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // The directory does not exist or denies access: only its name can be compared.
    return path;
  }
}

/**
 * The same path, or without `..`, resolved as the system does: after a link, `..` is the parent of its
 * target. Programs disagree about that.
 */
export async function withoutParents(path: string): Promise<string> {
  return path.split(/[\\/]/).includes('..') ? realDirectory(path) : path;
}

/**
 * Whether two paths name the same directory, also through symbolic links and on file systems that
 * ignore letter case. A directory that does not exist equals only its own path.
 */
export async function isSameDirectory(one: string, other: string): Promise<boolean> {
  if (one === other || (await realDirectory(one)) === (await realDirectory(other))) {
    return true;
  }
  try {
    const [first, second] = await Promise.all([
      stat(one, { bigint: true }),
      stat(other, { bigint: true }),
    ]);
    return first.isDirectory() && first.dev === second.dev && first.ino === second.ino;
  } catch {
    return false;
  }
}

/** Whether a directory is another one or below it, also through symbolic links. */
export async function isWithin(directory: string, root: string): Promise<boolean> {
  const [inner, outer] = await Promise.all([realDirectory(directory), realDirectory(root)]);
  return inner === outer || inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}
