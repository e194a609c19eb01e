import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { mapInLanes } from '../../base/mapInLanes';
import { MAX_STAMPED_FILES, READ_LANES } from '../limits';
import type { ChangedFile } from './changes';

/** Adds the stamps of the first {@link MAX_STAMPED_FILES}. */
export async function stampFiles(
  root: string,
  files: readonly ChangedFile[],
): Promise<readonly ChangedFile[]> {
  const stamped = await mapInLanes(files.slice(0, MAX_STAMPED_FILES), READ_LANES, async (file) => ({
    ...file,
    stamp: file.kind === 'deleted' ? undefined : await findStamp(join(root, file.path)),
  }));
  return [...stamped, ...files.slice(MAX_STAMPED_FILES)];
}

/** Undefined for a file that is gone by now or cannot be read. */
async function findStamp(path: string): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() || stats?.isSymbolicLink()
    ? `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`
    : undefined;
}
