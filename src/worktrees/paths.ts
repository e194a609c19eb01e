import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Whether `path` is `directory` or below it; both absolute and without symbolic links. */
export function isWithin(directory: string, path: string): boolean {
  const way = relative(directory, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** `path` as the disk has it, without symbolic links, as far as it exists. */
export async function resolvePhysical(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch {
    // Not there: then its nearest parent that is.
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(await resolvePhysical(parent), basename(absolute));
  }
}

/** The key under which a path is found again where upper and lower case, or accents, may be one. */
export function pathKey(path: string): string {
  return resolve(path).normalize('NFC').toLowerCase();
}
