import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock';
import { isSameProcess } from '../base/isSameProcess';
import { parseWindowFile, type WindowFile } from './windowFile';

/** A window whose file has not changed for this long, in milliseconds, has ended or hangs. */
export const LEASE_TIMEOUT_MS = 15_000;

export interface OtherWindowsDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The directory that all windows share. */
  readonly directory: string;
  readonly self: Pick<WindowFile, 'hostname'>;
}

/** What a window publishes about its sessions. */
export type WindowContents = Pick<WindowFile, 'answers' | 'leases' | 'requests'>;

/** By the names of their files. */
export type LivingWindows = ReadonlyMap<string, WindowContents>;

export const NO_CONTENTS: WindowContents = { leases: [], requests: [], answers: {} };

interface Heartbeat {
  readonly mtimeMs: number;
  /** When it was first read, by this process's monotonic clock. */
  readonly at: number;
}

/**
 * Reads the files of the other windows and removes those of dead ones. A window lives while the
 * modification time of its file changes. Its value does not matter: clocks are set back, and differ
 * between machines.
 */
export class OtherWindows {
  private heartbeats = new Map<string, Heartbeat>();
  private readAt = Infinity;

  /** `own` is the name of this window's file. */
  constructor(
    private readonly deps: OtherWindowsDeps,
    private readonly own: string,
  ) {}

  /** Whether it is the name of another window's file. */
  isOther(name: string): boolean {
    return name.endsWith('.json') && name !== this.own;
  }

  async read(): Promise<LivingWindows> {
    const names = await readdir(this.deps.directory).catch(() => []);
    const windows = names.filter((name) => this.isOther(name));
    this.forgetHeartbeats(windows);
    const files = await Promise.all(windows.map((window) => this.readLiving(window)));
    return new Map(
      windows.flatMap((window, at) => (files[at] ? [[window, files[at]] as const] : [])),
    );
  }

  /**
   * Forgets windows that are gone. A process that has not read for the whole timeout was suspended,
   * and the other windows of the machine with it: they get that time again.
   */
  private forgetHeartbeats(windows: readonly string[]): void {
    const now = this.deps.clock.monotonic();
    const wasSuspended = now - this.readAt > LEASE_TIMEOUT_MS;
    this.readAt = now;
    const known = wasSuspended ? [] : [...this.heartbeats];
    this.heartbeats = new Map(known.filter(([window]) => windows.includes(window)));
  }

  /** Undefined for a window that does not live. */
  private async readLiving(window: string): Promise<WindowContents | undefined> {
    const path = join(this.deps.directory, window);
    try {
      const { mtimeMs } = await stat(path);
      const file = parseWindowFile(await readFile(path, 'utf8'));
      if (this.isInTime(window, mtimeMs) && !this.isGone(file)) {
        return file ?? NO_CONTENTS;
      }
      await rm(path, { force: true });
    } catch {
      // It was removed meanwhile, or cannot be read: then none of its leases is known.
    }
    return undefined;
  }

  private isInTime(window: string, mtimeMs: number): boolean {
    const now = this.deps.clock.monotonic();
    const last = this.heartbeats.get(window);
    if (last?.mtimeMs !== mtimeMs) {
      this.heartbeats.set(window, { mtimeMs, at: now });
      return true;
    }
    return now - last.at < LEASE_TIMEOUT_MS;
  }

  private isGone(file: WindowFile | undefined): boolean {
    return (
      file?.hostname === this.deps.self.hostname &&
      !isSameProcess({ ...file, startTime: file.startTime })
    );
  }
}
