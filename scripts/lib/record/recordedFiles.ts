import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { formatScreenCase } from '../../../src/status/screens/screenCase';
import { ROOT } from '../paths.mjs';
import type { Recorded } from './recordRun';

/** The folder of recorded screens, each in `<provider>/<size>/<name>.txt`. */
const DIRECTORY = join(ROOT, 'test', 'fixtures', 'screens');

/** The texts of recorded screens by path, relative to {@link DIRECTORY}. */
export type ScreenFiles = ReadonlyMap<string, string>;

/** The files that a recording at one size gives. */
export function toScreenFiles(
  provider: string,
  size: string,
  screens: readonly Recorded[],
): ScreenFiles {
  return new Map(
    screens.map(({ name, screen }) => [
      `${provider}/${size}/${name}.txt`,
      formatScreenCase(screen),
    ]),
  );
}

/** The stored files of a provider at one size. */
export async function readScreenFiles(provider: string, size: string): Promise<ScreenFiles> {
  const folder = `${provider}/${size}`;
  const names = await readdir(join(DIRECTORY, folder)).catch(() => []);
  const entries = names.sort().map(async (name) => {
    const path = `${folder}/${name}`;
    return [path, await readFile(join(DIRECTORY, path), 'utf8')] as const;
  });
  return new Map(await Promise.all(entries));
}

/** Replaces the stored files by `files`: writes these, and removes `stored` ones without a successor. */
export async function writeScreenFiles(stored: ScreenFiles, files: ScreenFiles): Promise<void> {
  for (const path of stored.keys()) {
    if (!files.has(path)) {
      await rm(join(DIRECTORY, path));
    }
  }
  for (const [path, text] of files) {
    await mkdir(dirname(join(DIRECTORY, path)), { recursive: true });
    await writeFile(join(DIRECTORY, path), text);
  }
}
