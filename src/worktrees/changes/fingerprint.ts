import { createHash } from 'node:crypto';
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_HASHED_BYTES } from '../limits';
import { openInside, requireInside } from './readCurrent';

const EXECUTABLE_BITS = 0o111;

/**
 * Identifies what a path of a working tree has on disk: the hash of a file, beyond {@link MAX_HASHED_BYTES}
 * its size and modification time, and whether it is executable; or the target of a link, which is not followed. Undefined if there is
 * neither, it cannot be read, or a linked folder on the way leads out of `root`.
 */
export async function fingerprint(root: string, path: string): Promise<string | undefined> {
  const file = join(root, path);
  try {
    await requireInside(root, file);
    return (await lstat(file)).isSymbolicLink()
      ? `link:${await readlink(file)}`
      : await hashFile(root, path);
  } catch {
    return undefined;
  }
}

async function hashFile(root: string, path: string): Promise<string | undefined> {
  const handle = await openInside(root, path);
  try {
    const stats = await handle.stat();
    const bits = stats.mode & EXECUTABLE_BITS;
    const executable = bits === 0 ? '' : ` ${bits.toString(8)}`;
    if (stats.size > MAX_HASHED_BYTES) {
      return `${stats.size} ${stats.mtimeMs}${executable}`;
    }
    const hash = createHash('sha256');
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      hash.update(chunk as Buffer);
    }
    return `${hash.digest('hex')}${executable}`;
  } finally {
    await handle.close();
  }
}
