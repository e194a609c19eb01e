import { copyFile, stat, utimes } from 'node:fs/promises';
import { isErrno } from '../../base/isErrno';

/**
 * Copies an index as it was at one moment: git replaces its index and never writes into it. Without
 * an index there is no copy: both mean that every file is deleted.
 */
export async function copyIndex(index: string, to: string): Promise<void> {
  try {
    await copyFile(index, to);
    // The index's time shows git which files may have changed when it was written. An earlier one
    // makes git compare more of them.
    const { atimeMs, mtimeMs } = await stat(index);
    await utimes(to, Math.floor(atimeMs) / 1000, Math.floor(mtimeMs) / 1000);
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) {
      throw error;
    }
  }
}
