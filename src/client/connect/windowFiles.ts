import { readdir, readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isSameProcess } from '../../base/isSameProcess';
import { parseWindowFile, type WindowFile } from './windowFile';

/** The files of this machine's running windows; those of ended processes are ignored. */
export async function readWindowFiles(home: string): Promise<readonly WindowFile[]> {
  const directory = join(home, 'windows');
  const names = await readdir(directory).catch(() => []);
  const texts = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map((name) => readFile(join(directory, name), 'utf8').catch(() => '')),
  );
  const windows = texts.flatMap((text) => parseWindowFile(text) ?? []);
  return windows.filter((window) => window.hostname === hostname() && isSameProcess(window));
}
