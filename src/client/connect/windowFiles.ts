import { readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ClientError } from '../clientError';
import { isSameProcess } from '../../base/isSameProcess';
import { isPrivateDirectory } from '../../base/privateFile';
import { readOwnFile } from '../../endpoint/readOwnFile';
import { parseWindowEntry, windowsDirectory, type WindowEntry } from '../../endpoint/windowEntry';

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
    names
      .filter((name) => name.endsWith('.json'))
      .map((name) => readOwnFile(join(directory, name))),
  );
  const windows = texts.flatMap((text) => parseWindowEntry(text) ?? []);
  return windows.filter((window) => window.hostname === hostname() && isSameProcess(window));
}
