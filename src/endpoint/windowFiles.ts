import { readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isSameProcess } from '../base/isSameProcess';
import { readOwnFile } from './readOwnFile';
import { parseWindowEntry, windowsDirectory, type WindowEntry } from './windowEntry';

/** The names of what is in the directory of the windows' files; none if it does not exist. */
export function listWindowFileNames(home: string): Promise<readonly string[]> {
  return readdir(windowsDirectory(home)).catch(() => []);
}

/**
 * The files with these names of this machine's running windows; those of ended processes are ignored,
 * and so are files that belong to another user.
 */
export async function readRunningWindows(
  home: string,
  names: readonly string[],
): Promise<readonly WindowEntry[]> {
  const files = names.filter((name) => name.endsWith('.json'));
  const directory = windowsDirectory(home);
  const texts = await Promise.all(files.map((name) => readOwnFile(join(directory, name))));
  const windows = texts.flatMap((text) => parseWindowEntry(text) ?? []);
  return windows.filter((window) => window.hostname === hostname() && isSameProcess(window));
}
