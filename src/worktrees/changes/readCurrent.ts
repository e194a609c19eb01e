import { constants } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside } from '../../base/isInside';
import { MAX_TEXT_BYTES } from '../limits';

/**
 * Reads a file of a working tree as text. Undefined if it is no file, cannot be read, is larger than
 * {@link MAX_TEXT_BYTES}, or a linked folder on the way leads out of `root`.
 */
export async function readCurrent(root: string, path: string): Promise<string | undefined> {
  try {
    const file = await openInside(root, path);
    try {
      return (await file.stat()).size > MAX_TEXT_BYTES ? undefined : await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}

/**
 * Opens a regular file, not a link: one that takes its place meanwhile is not followed, and a pipe does
 * not block. The caller closes it.
 * @throws {Error} if there is none below `root`.
 */
export async function openInside(root: string, path: string): Promise<FileHandle> {
  const file = join(root, path);
  await requireInside(root, file);
  // Windows has no O_NOFOLLOW.
  if ((await lstat(file)).isSymbolicLink()) {
    throw new Error(`${file} is a link`);
  }
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    throw new Error(`${file} is not a file`);
  }
  return handle;
}

/** @throws {Error} if a linked folder on the way to `file` leads out of `root`, or does not exist. */
export async function requireInside(root: string, file: string): Promise<void> {
  if (!isInside(await realpath(dirname(file)), await realpath(root))) {
    throw new Error(`${file} is not inside ${root}`);
  }
}
