import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isErrno } from '../../base/isErrno';

/** The notices that the person gets once on this machine. Each that was given leaves a file in the directory. */
export class ToldNotices {
  /** Those of this window, if the directory cannot be written. */
  private readonly told = new Set<string>();

  constructor(private readonly directory: string) {}

  /** Whether the notice was not told before. Later calls return false, in all windows. */
  async markTold(notice: string): Promise<boolean> {
    if (this.told.has(notice)) {
      return false;
    }
    this.told.add(notice);
    const name = createHash('sha256').update(notice).digest('hex');
    try {
      await mkdir(this.directory, { recursive: true, mode: 0o700 });
      await writeFile(join(this.directory, name), notice, { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      return !isErrno(error, 'EEXIST');
    }
  }
}
