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

/** How programs find a window's API and may use it; the names are public. */
export interface WindowEntry {
  readonly pid: number;
  /** Of that process, see `readStartTime`: it tells it from another of the same pid. */
  readonly startTime: string;
  readonly hostname: string;
  readonly url: string;
  /** Sees all. */
  readonly token: string;
  readonly version: string;
  /** The workspace folders, each with a token that sees its sessions. */
  readonly folders: readonly { readonly path: string; readonly token: string }[];
}

export interface WindowFileDeps {
  /** Shared by all windows of the person, on this machine and, where the home is, on others. */
  readonly directory: string;
  readonly hostname: string;
  /** Whether a process of this machine is there. */
  readonly isAlive: (pid: number) => boolean;
}

/** The file that tells of this window's API, for nobody but the person to read. */
export class WindowFile implements Disposable {
  readonly path: string;
  private readonly queue = new SerialQueue();
  private isDisposed = false;

  constructor(private readonly deps: WindowFileDeps) {
    this.path = join(deps.directory, `${randomHex(8)}.json`);
  }

  /** Writes it anew; the last call counts. Rejects where the directory is not the person's own. */
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

  /** At once: what is left of a window that cannot do so, the next one removes. */
  dispose(): void {
    this.isDisposed = true;
    rmSync(this.path, { force: true });
    void this.remove().catch(() => undefined);
  }

  /** Removes what windows of this machine left whose processes are gone. */
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
    return typeof entry['pid'] === 'number' && !this.isSame(entry['pid'], entry['startTime']);
  }

  private isSame(pid: number, known: unknown): boolean {
    const now = readStartTime(pid);
    const isAnother = now !== undefined && typeof known === 'string' && known !== now;
    return this.deps.isAlive(pid) && !isAnother;
  }
}

/** A directory that another user made, or that is elsewhere in truth, would give the tokens away. */
async function requireOwnDirectory(path: string): Promise<void> {
  const found = await lstat(path);
  const uid = process.getuid?.();
  if (!found.isDirectory() || (uid !== undefined && found.uid !== uid)) {
    throw new Error(`${path} is not a directory of your own: remove it, and reload the window.`);
  }
}
