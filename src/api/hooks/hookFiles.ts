import { rmSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Disposable } from '../../base/lifecycle';
import type { HookAccess } from '../../pty/shell/environment';
import { isRecord } from '../../base/isRecord';
import { tryParseJson } from '../../base/parseJson';
import { putPrivateFile } from '../../base/privateFile';

/** The directory beside the program's, in which it looks for a session's file. */
export const HOOK_FILES = 'hooks';

export interface HookFilesDeps {
  readonly directory: string;
  /** Our own process. */
  readonly pid: number;
  readonly isAlive: (pid: number) => boolean;
}

/**
 * A file for each session that says where its hooks report to. It counts for more than the
 * session's environment, which stays as it was at the start: a window that is made anew, and has
 * the session still, listens at another port.
 */
export class HookFiles implements Disposable {
  private readonly written = new Set<string>();
  private isDisposed = false;

  constructor(private readonly deps: HookFilesDeps) {}

  async putAccess(ptyId: string, { port, token }: HookAccess): Promise<void> {
    const { pid } = this.deps;
    await this.put(`${ptyId}.json`, JSON.stringify({ pid, port, token }));
  }

  /** What a window before has put there for the session; nothing where that cannot be read. */
  async readToken(ptyId: string): Promise<string | undefined> {
    const entry = await this.read(`${ptyId}.json`);
    return typeof entry?.['token'] === 'string' ? entry['token'] : undefined;
  }

  /** The session goes on in another window, or in the next one: its files stay. */
  leave(ptyId: string): void {
    this.written.forEach((path) => {
      if (basename(path).replace(/\..*/, '') === ptyId) {
        this.written.delete(path);
      }
    });
  }

  /** Removes what windows left whose processes are gone, of sessions that are gone with them. */
  async clearStrays(isLiving: (ptyId: string) => boolean): Promise<void> {
    const names = await readdir(this.deps.directory).catch(() => []);
    for (const name of names) {
      const ptyId = name.replace(/\..*/, '');
      if (!isLiving(ptyId) && !(await this.isOfLivingWindow(ptyId))) {
        await rm(join(this.deps.directory, name), { recursive: true, force: true });
      }
    }
  }

  /** What the session's agent is to read, by a name that ends so; gives the path. */
  putText(ptyId: string, ending: string, text: string): Promise<string> {
    return this.put(`${ptyId}.${ending}`, text);
  }

  /** At once: what is left of a window that cannot do so, the next one removes. */
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

  private async isOfLivingWindow(ptyId: string): Promise<boolean> {
    const pid = (await this.read(`${ptyId}.json`))?.['pid'];
    return typeof pid === 'number' && this.deps.isAlive(pid);
  }

  private async read(name: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    const text = await readFile(join(this.deps.directory, name), 'utf8').catch(() => '');
    const value = tryParseJson(text);
    return isRecord(value) ? value : undefined;
  }
}
