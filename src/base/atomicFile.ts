import { open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { randomHex } from './randomHex';

const TEMPORARY = /^\.[0-9a-f]{12}\.tmp$/;

/**
 * Replaces the file's content as a whole, or throws and leaves it unchanged, even if the process is
 * killed, the power fails or the disk is full.
 *
 * The package write-file-atomic does not check how many bytes were written: on a full disk it
 * replaces the old file with a truncated one.
 *
 * @param makeWay called after the new content is on disk and before it replaces the file.
 */
export async function writeFileAtomically(
  path: string,
  text: string,
  makeWay: () => Promise<void> = async () => {},
): Promise<void> {
  const temporary = `${path}.${randomHex(6)}.tmp`;
  try {
    await writeDurably(temporary, text);
    await makeWay();
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Removes the temporary files of writers of `path` that were killed. The caller makes sure that
 * nothing writes the file at the same time.
 */
export async function removeStrayTemporaries(path: string): Promise<void> {
  for (const stray of await listTemporaries(path)) {
    await rm(stray, { force: true });
  }
}

/** The temporary files of writers of `path`, killed or still running. */
export async function listTemporaries(path: string): Promise<readonly string[]> {
  const names = await readdir(dirname(path));
  const prefix = basename(path);
  return names
    .filter((name) => name.startsWith(prefix) && TEMPORARY.test(name.slice(prefix.length)))
    .map((name) => join(dirname(path), name));
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}
