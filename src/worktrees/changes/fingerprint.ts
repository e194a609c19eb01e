import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readlink, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isInside } from '../../base/isInside';
import { MAX_HASHED_BYTES } from '../limits';

/**
 * Identifies what a path of a working tree has on disk: the hash of a file, beyond {@link MAX_HASHED_BYTES}
 * its size and modification time; or the target of a link, which is not followed. Undefined if there is
 * neither, it cannot be read, or a linked folder on the way leads out of `root`.
 */
export async function fingerprint(root: string, path: string): Promise<string | undefined> {
  const file = join(root, path);
  try {
    if (!isInside(await realpath(dirname(file)), await realpath(root))) {
      return undefined;
    }
    return (await lstat(file)).isSymbolicLink()
      ? `link:${await readlink(file)}`
      : await hashFile(file);
  } catch {
    return undefined;
  }
}

async function hashFile(file: string): Promise<string | undefined> {
  // A link that takes the place of the file meanwhile is not followed, and a pipe does not block.
  const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) {
      return undefined;
    }
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
