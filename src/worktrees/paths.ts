import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';

/** `path` without symbolic links, as far as it exists on disk. */
export async function resolvePhysical(path: string): Promise<string> {
  const absolute = resolve(path);
  try {
    return await realpath(absolute);
  } catch {
    // It does not exist: resolve its nearest existing parent.
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(await resolvePhysical(parent), basename(absolute));
  }
}

/** A key that is equal for paths that differ only in letter case or in the encoding of accents. */
export function pathKey(path: string): string {
  return resolve(path).normalize('NFC').toLowerCase();
}
