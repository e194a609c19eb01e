import { open, readdir, rename, rm, writeFile } from 'node:fs/promises';
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
export function writeFileAtomically(
  path: string,
  text: string,
  makeWay: () => Promise<void> = async () => {},
): Promise<void> {
  return replace(path, async (temporary) => {
    await writeDurably(temporary, text);
    await makeWay();
  });
}

/**
 * The same for a file that is only of use to processes that run: a failure of the power may leave it
 * empty. It is not waited for the disk.
 */
export function replaceFile(path: string, text: string): Promise<void> {
  return replace(path, (temporary) => writeFile(temporary, text, { flag: 'wx', mode: 0o600 }));
}

/**
 * Removes the temporary files of writers of `path` that were killed. The caller makes sure that
 * nothing writes the file at the same time.
 */
export async function removeStaleTemporaries(path: string): Promise<void> {
  for (const temporary of await listTemporaries(path)) {
    await rm(temporary, { force: true });
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

async function replace(path: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = `${path}.${randomHex(6)}.tmp`;
  try {
    await write(temporary);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
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
