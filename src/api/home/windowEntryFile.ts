import { rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../base/lifecycle';
import { isRecord } from '../../base/isRecord';
import { isSameProcess } from '../../base/isSameProcess';
import { tryParseJson } from '../../base/parseJson';
import { putPrivateFile } from '../../base/privateFile';
import { SerialQueue } from '../../base/serialQueue';
import { randomHex } from '../../base/randomHex';
import { readOwnFile } from '../../endpoint/readOwnFile';
import type { WindowEntry } from '../../endpoint/windowEntry';
import { removeStaleSockets, createOwnDirectory } from '../serverSocket';

export interface WindowEntryFileDeps {
  /**
   * Shared by all windows of the person, also on other machines if the home is a network directory.
   */
  readonly directory: string;
  readonly hostname: string;
}

/** Writes and removes the file that describes this window's API. Only its owner can read it. */
export class WindowEntryFile implements Disposable {
  readonly path: string;
  private readonly queue = new SerialQueue();
  private isDisposed = false;
  private isWritten = false;

  constructor(private readonly deps: WindowEntryFileDeps) {
    this.path = join(deps.directory, `${randomHex(8)}.json`);
  }

  /**
   * Replaces the file; the last call wins. Rejects if the directory does not belong to the person.
   */
  put(entry: WindowEntry): Promise<void> {
    return this.queue.run(async () => {
      await createOwnDirectory(this.deps.directory);
      await this.removeStaleFiles();
      if (!this.isDisposed) {
        this.isWritten = true;
        await putPrivateFile(this.path, `${JSON.stringify(entry, undefined, 2)}\n`);
      }
    });
  }

  remove(): Promise<void> {
    return this.queue.run(async () => {
      if (this.isWritten) {
        await rm(this.path, { force: true });
      }
    });
  }

  /** Removes the file synchronously. The next window removes that of a window that crashed. */
  dispose(): void {
    this.isDisposed = true;
    if (!this.isWritten) {
      return;
    }
    rmSync(this.path, { force: true });
    void this.remove().catch(() => undefined);
  }

  /** Removes the files and sockets of windows of this machine whose processes have ended. */
  private async removeStaleFiles(): Promise<void> {
    await removeStaleSockets(this.deps.directory);
    const names = await readdir(this.deps.directory);
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const path = join(this.deps.directory, name);
      if (await this.isStale(path)) {
        await rm(path, { force: true });
      }
    }
  }

  private async isStale(path: string): Promise<boolean> {
    const entry = tryParseJson(await readOwnFile(path));
    if (!isRecord(entry) || entry['hostname'] !== this.deps.hostname) {
      return false;
    }
    const { pid, startTime } = entry;
    const known = typeof startTime === 'string' ? startTime : undefined;
    return typeof pid === 'number' && !isSameProcess({ pid, startTime: known });
  }
}
