import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { watch } from 'node:fs';
import type { Clock } from '../base/clock';
import { isSameProcess } from '../base/isSameProcess';
import { parseWindowFile, type WindowFile } from './windowFile';
import { toDisposable, type Disposable } from '../base/lifecycle';

/** A window whose file has not changed for this long, in milliseconds, has ended or hangs. */
export const LEASE_TIMEOUT_MS = 15_000;

export interface OtherWindowsDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly directory: string;
  readonly self: Pick<WindowFile, 'hostname'>;
}

export type WindowContents = Pick<WindowFile, 'answers' | 'isCommand' | 'leases' | 'requests'>;

export type LivingWindows = ReadonlyMap<string, WindowContents>;

export const NO_CONTENTS: WindowContents = { leases: [], requests: [], answers: {} };

/**
 * Reads the files of the other windows and removes those of dead ones. A window lives while the
 * modification time of its file changes. Its value does not matter: clocks are set back, and differ
 * between machines.
 */
export class OtherWindows {
  /** When each file was first read with its modification time, by this process's monotonic clock. */
  private heartbeats = new Map<string, number>();
  private readAt = Infinity;

  /** `own` is the name of this window's file. */
  constructor(
    private readonly deps: OtherWindowsDeps,
    private readonly own: string,
  ) {}

  isOther(name: string): boolean {
    return name.endsWith('.json') && name !== this.own;
  }

  async read(): Promise<LivingWindows> {
    const { clock, directory } = this.deps;
    const names = await readdir(directory).catch(() => []);
    const windows = names.filter((name) => this.isOther(name));
    const now = clock.monotonic();
    // A process that has not read for the whole timeout was suspended, and the other windows of the
    // machine with it: they get that time again.
    const last = now - this.readAt > LEASE_TIMEOUT_MS ? new Map() : this.heartbeats;
    this.readAt = now;
    this.heartbeats = new Map();
    const files = await Promise.all(windows.map((window) => this.readLiving(window, last)));
    return new Map(
      windows.flatMap((window, at) => (files[at] ? [[window, files[at]] as const] : [])),
    );
  }

  private async readLiving(
    window: string,
    last: ReadonlyMap<string, number>,
  ): Promise<WindowContents | undefined> {
    const path = join(this.deps.directory, window);
    try {
      const heartbeat = `${window} ${(await stat(path)).mtimeMs}`;
      const now = this.deps.clock.monotonic();
      const since = last.get(heartbeat) ?? now;
      this.heartbeats.set(heartbeat, since);
      const file = parseWindowFile(await readFile(path, 'utf8'));
      const isGone =
        file?.hostname === this.deps.self.hostname &&
        !isSameProcess({ pid: file.pid, startTime: file.startTime });
      if (now - since < LEASE_TIMEOUT_MS && !isGone) {
        return file ?? NO_CONTENTS;
      }
      await rm(path, { force: true });
    } catch {
      // It was removed meanwhile, or cannot be read: then none of its leases is known.
    }
    return undefined;
  }
}

/**
 * Calls `onChange` with the name of each entry that appears or changes in a directory. If the
 * system cannot watch the directory, it never calls; callers that depend on changes also poll.
 */
export function watchDirectory(
  path: string,
  onChange: (name: string, event: 'change' | 'rename') => void,
): Disposable {
  try {
    const watcher = watch(path, { persistent: false }, (event, name) =>
      onChange(name ?? '', event),
    );
    const close = toDisposable(() => watcher.close());
    watcher.on('error', () => close.dispose());
    return close;
  } catch {
    // The directory does not exist, or the system has no watchers left.
    return toDisposable(() => {});
  }
}
