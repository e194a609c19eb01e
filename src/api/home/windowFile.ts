import { rmSync } from 'node:fs';
import { lstat, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Disposable } from '../../base/lifecycle';
import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';
import { makePrivateDirectory, putPrivateFile } from '../../base/privateFile';
import { readStartTime } from '../../base/readStartTime';
import { SerialQueue } from '../../base/serialQueue';
import { randomHex } from '../../base/randomHex';

/**
 * The content of a window's file, from which programs get the address and tokens of its API. The
 * names are public.
 */
export interface WindowEntry {
  readonly pid: number;
  /**
   * When the process started, see `readStartTime`; distinguishes it from a later process with the
   * same pid.
   */
  readonly startTime: string;
  readonly hostname: string;
  readonly url: string;
  /** Gives access to all sessions of the window. */
  readonly token: string;
  readonly version: string;
  /** The workspace folders, each with a token for its sessions. */
  readonly folders: readonly { readonly path: string; readonly token: string }[];
}

export interface WindowFileDeps {
  /**
   * Shared by all windows of the person, also on other machines if the home is a network directory.
   */
  readonly directory: string;
  readonly hostname: string;
  /** Whether a process of this machine exists. */
  readonly isAlive: (pid: number) => boolean;
}

/** Writes and removes the file that describes this window's API. Only its owner can read it. */
export class WindowFile implements Disposable {
  readonly path: string;
  private readonly queue = new SerialQueue();
  private isDisposed = false;

  constructor(private readonly deps: WindowFileDeps) {
    this.path = join(deps.directory, `${randomHex(8)}.json`);
  }

  /**
   * Replaces the file; the last call wins. Rejects if the directory does not belong to the person.
   */
  put(entry: WindowEntry): Promise<void> {
    return this.queue.run(async () => {
      const { directory } = this.deps;
      await makePrivateDirectory(directory);
      await requireOwnDirectory(directory);
      await this.clearStrays();
      if (!this.isDisposed) {
        await putPrivateFile(this.path, `${JSON.stringify(entry, undefined, 2)}\n`);
      }
    });
  }

  remove(): Promise<void> {
    return this.queue.run(() => rm(this.path, { force: true }));
  }

  /** Removes the file synchronously. The next window removes that of a window that crashed. */
  dispose(): void {
    this.isDisposed = true;
    rmSync(this.path, { force: true });
    void this.remove().catch(() => undefined);
  }

  /** Removes the files of windows of this machine whose processes have ended. */
  private async clearStrays(): Promise<void> {
    const names = await readdir(this.deps.directory);
    for (const name of names.filter((one) => one.endsWith('.json'))) {
      const path = join(this.deps.directory, name);
      if (await this.isStray(path)) {
        await rm(path, { force: true });
      }
    }
  }

  private async isStray(path: string): Promise<boolean> {
    const entry = tryParseJson(await readFile(path, 'utf8').catch(() => ''));
    if (!isRecord(entry) || entry['hostname'] !== this.deps.hostname) {
      return false;
    }
    return (
      typeof entry['pid'] === 'number' && !this.isSameProcess(entry['pid'], entry['startTime'])
    );
  }

  private isSameProcess(pid: number, recorded: unknown): boolean {
    const now = readStartTime(pid);
    const isAnother = now !== undefined && typeof recorded === 'string' && recorded !== now;
    return this.deps.isAlive(pid) && !isAnother;
  }
}

/** Rejects a directory of another user and a symbolic link, which would disclose the tokens. */
async function requireOwnDirectory(path: string): Promise<void> {
  const found = await lstat(path);
  const uid = process.getuid?.();
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid)) {
    throw new Error(`${path} is not a directory of your own: remove it, and reload the window.`);
  }
}
