// @ts-check
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { withProgress } from './printLine.mjs';

/**
 * Fills `directory` unless it exists. An existing directory is complete: the files are written into
 * another directory that is renamed at the end, so an interrupted run leaves no partial one.
 * @param {string} directory
 * @param {string} title for the progress lines
 * @param {(into: string) => Promise<void>} install
 */
export async function installOnce(directory, title, install) {
  if (existsSync(directory)) {
    return;
  }
  await mkdir(dirname(directory), { recursive: true });
  const partial = await mkdtemp(`${directory}.partial-`);
  try {
    await withProgress(title, () => install(partial));
    await renameUnlessThere(partial, directory);
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
}

/**
 * Renames the directory. Two runs may install at the same time; the first one to finish wins.
 * @param {string} from
 * @param {string} to
 */
async function renameUnlessThere(from, to) {
  try {
    await rename(from, to);
  } catch (error) {
    if (!existsSync(to)) {
      throw error;
    }
  }
}
