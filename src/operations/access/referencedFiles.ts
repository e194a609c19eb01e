import { lstat, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { isInside } from '../../base/isInside';
import type { FileReference } from '../../providers/launch/fileReferences';

/** Where the files of a prompt may be. */
interface ReferenceScope {
  /** The directory of the agent that reads the prompt. */
  readonly cwd: string;
  /** Further directories that it may read. */
  readonly folders: readonly string[];
}

/**
 * The first reference that leads out of the directories: by its path, or by a link. One with `..` or `~`
 * counts, wherever it leads, and so does a path whose links cannot be resolved.
 */
export async function findOutsideReference(
  references: readonly FileReference[],
  { cwd, folders }: ReferenceScope,
): Promise<string | undefined> {
  const roots = await Promise.all(
    [cwd, ...folders].map((folder) => realpath(folder).catch(() => folder)),
  );
  for (const { path, kind } of references) {
    const place = await locate(resolve(cwd, path));
    const leadsOut = hasWayUp(path) || !roots.some((root) => isInside(place.path, root));
    if (leadsOut && (kind === 'named' || place.exists)) {
      return path;
    }
  }
  return undefined;
}

function hasWayUp(path: string): boolean {
  return path.startsWith('~') || path.split(/[\\/]/).includes('..');
}

/** The path without links, as far as it exists; the root directory if that cannot be known. */
async function locate(path: string): Promise<{ readonly path: string; readonly exists: boolean }> {
  try {
    return { path: await realpath(path), exists: true };
  } catch {
    const above = dirname(path);
    if (above === path || (await isLink(path))) {
      return { path: resolve('/'), exists: true };
    }
    return { path: join((await locate(above)).path, basename(path)), exists: false };
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch {
    return false;
  }
}
