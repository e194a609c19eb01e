import { readFileSync, rmSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Disposable } from '../../base/lifecycle';
import { putPrivateFile } from '../../base/privateFile';
import { readOwnFile } from '../../endpoint/readOwnFile';
import { FORWARD_NAME, FORWARDS } from './forwardSockets';
import { parseSessionFile, type SessionFile } from '../../endpoint/sessionFile';

/**
 * The directory of the session files, a sibling of the hook program's directory, which reads them.
 */
export const HOOK_FILES = 'hooks';

interface HookFilesDeps {
  readonly directory: string;
  /** The process id of this window's extension host. */
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
}

/**
 * One file per session, `<ptyId>.json`, with the address and the tokens that its programs use. The
 * file overrides the session's environment, which still has the values from its start: after a reload
 * the window listens at another socket.
 */
export class HookFiles implements Disposable {
  private readonly written = new Set<string>();
  private isDisposed = false;

  constructor(private readonly deps: HookFilesDeps) {}

  async putAccess(ptyId: string, access: Omit<SessionFile, 'pid'>): Promise<void> {
    const file: SessionFile = { pid: this.deps.pid, ...access };
    await this.put(`${ptyId}.json`, JSON.stringify(file));
  }

  /**
   * Reads what an earlier window wrote for the session; undefined if it cannot be read. The path of
   * its forward is replaced and removed, so one outside of our directory is left out.
   */
  async read(ptyId: string): Promise<SessionFile | undefined> {
    const file = parseSessionFile(await readOwnFile(this.pathOf(ptyId)));
    const isOwn = file?.forward !== undefined && this.isForward(file.forward);
    return isOwn ? file : file && { ...file, forward: undefined };
  }

  /**
   * Keeps the session's files on disk: another window, or this one after a reload, continues to use
   * them.
   */
  leave(ptyId: string): void {
    this.written.forEach((path) => {
      if (basename(path).replace(/\..*/, '') === ptyId) {
        this.written.delete(path);
      }
    });
  }

  /**
   * Removes the files of sessions that do not run any more and whose window's process has ended.
   */
  async removeStaleFiles(isLiving: (ptyId: string) => boolean): Promise<void> {
    const names = await readdir(this.deps.directory).catch(() => []);
    for (const name of names) {
      const ptyId = name.replace(/\..*/, '');
      const file = await this.read(ptyId);
      if (!isLiving(ptyId) && !(file && this.deps.isAlive(file.pid))) {
        if (file?.forward !== undefined) {
          await rm(file.forward, { force: true });
        }
        await rm(join(this.deps.directory, name), { recursive: true, force: true });
      }
    }
  }

  /** Writes a text for the session's agent to `<ptyId>.<ending>`; returns the path. */
  putText(ptyId: string, ending: string, text: string): Promise<string> {
    return this.put(`${ptyId}.${ending}`, text);
  }

  /**
   * Removes the files synchronously, but not those of a session that another window has taken. The
   * next window removes those of a window that crashed.
   */
  dispose(): void {
    this.isDisposed = true;
    this.written.forEach((path) => {
      if (this.isOurs(basename(path).replace(/\..*/, ''))) {
        rmSync(path, { recursive: true, force: true });
      }
    });
  }

  private isForward(path: string): boolean {
    const { directory } = this.deps;
    return dirname(path) === join(directory, '..', FORWARDS) && FORWARD_NAME.test(basename(path));
  }

  private isOurs(ptyId: string): boolean {
    try {
      const file = parseSessionFile(readFileSync(this.pathOf(ptyId), 'utf8'));
      return file === undefined || file.pid === this.deps.pid;
    } catch {
      return true;
    }
  }

  private pathOf(ptyId: string): string {
    return join(this.deps.directory, `${ptyId}.json`);
  }

  private async put(name: string, text: string): Promise<string> {
    const path = join(this.deps.directory, name);
    const top = join(this.deps.directory, name.replace(/\/.*/, ''));
    this.written.add(top);
    await putPrivateFile(path, text);
    if (this.isDisposed) {
      await rm(top, { recursive: true, force: true });
    }
    return path;
  }
}
