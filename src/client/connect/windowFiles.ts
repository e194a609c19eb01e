import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ClientError } from '../clientError';
import { isSameProcess } from '../../base/isSameProcess';
import { isOwn, isPrivateDirectory } from '../../endpoint/ownFiles';
import {
  ENTRY_BYTES,
  parseWindowEntry,
  windowsDirectory,
  type WindowEntry,
} from '../../endpoint/windowEntry';

/**
 * The files of this machine's running windows; those of ended processes are ignored. So are all
 * files that another user could have written.
 * @throws {ClientError} `NO_WINDOW` if their directory may belong to another user.
 */
export async function readWindowFiles(home: string): Promise<readonly WindowEntry[]> {
  const directory = windowsDirectory(home);
  const names = await readdir(directory).catch(() => []);
  if (names.length > 0 && !(await isPrivateDirectory(directory))) {
    throw new ClientError(
      'NO_WINDOW',
      `${directory} is not used because it is not a directory that only you can access: correct its owner and its permissions, or remove it.`,
    );
  }
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.json')).map((name) => readOwn(join(directory, name))),
  );
  const windows = texts.flatMap((text) => parseWindowEntry(text) ?? []);
  return windows.filter((window) => window.hostname === hostname() && isSameProcess(window));
}

/** Empty for a link, for another user's file, and for one that is too large or cannot be read. */
async function readOwn(path: string): Promise<string> {
  // Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  try {
    const file = await open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      const found = await file.stat();
      const isUsable = found.isFile() && isOwn(found) && found.size <= ENTRY_BYTES;
      return isUsable ? await file.readFile('utf8') : '';
    } finally {
      await file.close();
    }
  } catch {
    return '';
  }
}
