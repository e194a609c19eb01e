import { createHash } from 'node:crypto';
import { lstat, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_HASHED_BYTES } from '../limits';
import { openInside, requireInside } from './readCurrent';

/**
 * Identifies what a path of a working tree has on disk: the hash of a file, beyond {@link MAX_HASHED_BYTES}
 * its size and modification time; or the target of a link, which is not followed. Undefined if there is
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
    if (stats.size > MAX_HASHED_BYTES) {
      return `${stats.size} ${stats.mtimeMs}`;
    }
    const hash = createHash('sha256');
    for await (const chunk of handle.createReadStream({ autoClose: false })) {
      hash.update(chunk as Buffer);
    }
    return hash.digest('hex');
  } finally {
    await handle.close();
  }
}
