import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

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
