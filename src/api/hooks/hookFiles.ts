import { rmSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Disposable } from '../../base/lifecycle';
import type { HookAccess } from '../../pty/shell/environment';
import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';
import { putPrivateFile } from '../../base/privateFile';

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
 * One file per session, `<ptyId>.json`, with the port and token that its hooks use. The file
 * overrides the session's environment, which still has the values from its start: after a reload
 * the window may listen at another port.
 */
export class HookFiles implements Disposable {
  private readonly written = new Set<string>();
  private isDisposed = false;

  constructor(private readonly deps: HookFilesDeps) {}

  async putAccess(ptyId: string, { port, token }: HookAccess): Promise<void> {
    const { pid } = this.deps;
    await this.put(`${ptyId}.json`, JSON.stringify({ pid, port, token }));
  }

  /**
   * Reads the token that an earlier window wrote for the session; undefined if it cannot be read.
   */
  async readToken(ptyId: string): Promise<string | undefined> {
    const entry = await this.read(`${ptyId}.json`);
    return typeof entry?.['token'] === 'string' ? entry['token'] : undefined;
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
  async clearStrays(isLiving: (ptyId: string) => boolean): Promise<void> {
    const names = await readdir(this.deps.directory).catch(() => []);
    for (const name of names) {
      const ptyId = name.replace(/\..*/, '');
      if (!isLiving(ptyId) && !(await this.belongsToRunningWindow(ptyId))) {
        await rm(join(this.deps.directory, name), { recursive: true, force: true });
      }
    }
  }

  /** Writes a text for the session's agent to `<ptyId>.<ending>`; returns the path. */
  putText(ptyId: string, ending: string, text: string): Promise<string> {
    return this.put(`${ptyId}.${ending}`, text);
  }

  /** Removes the files synchronously. The next window removes those of a window that crashed. */
  dispose(): void {
    this.isDisposed = true;
    this.written.forEach((path) => rmSync(path, { recursive: true, force: true }));
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

  private async belongsToRunningWindow(ptyId: string): Promise<boolean> {
    const pid = (await this.read(`${ptyId}.json`))?.['pid'];
    return typeof pid === 'number' && this.deps.isAlive(pid);
  }

  private async read(name: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const text = await readFile(join(this.deps.directory, name), 'utf8').catch(() => '');
    const value = tryParseJson(text);
    return isRecord(value) ? value : undefined;
  }
}
