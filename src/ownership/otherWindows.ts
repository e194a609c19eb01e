import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock';
import { parseWindowFile, type WindowFile } from './windowFile';

/** The end of the name of a window's file. */
export const WINDOW_SUFFIX = '.json';

/** A window whose file has not changed for so long is dead or hangs, in milliseconds. */
export const LEASE_TIMEOUT_MS = 15_000;

export interface OtherWindowsDeps {
  readonly directory: string;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly hostname: string;
  /** Whether a process of this machine runs, and is the one that was started then. */
  readonly isRunning: (process: Pick<WindowFile, 'pid' | 'startTime'>) => boolean;
}

type LivingWindow = Pick<WindowFile, 'answers' | 'leases' | 'requests'>;

/** By the names of their files. */
export type LivingWindows = ReadonlyMap<string, LivingWindow>;

interface Beat {
  readonly mtimeMs: number;
  /** When it was first read, by this process's monotonic clock. */
  readonly at: number;
}

const NOTHING: LivingWindow = { leases: [], requests: [], answers: {} };

/**
 * Reads the files of the other windows and removes those of dead ones. A window lives while the time
 * of its file changes. What time that is does not count: clocks are set back, and differ between machines.
 */
export class OtherWindows {
  private beats = new Map<string, Beat>();
  private lookedAt: number | undefined;

  /** `own` is the name of this window's file. */
  constructor(
    private readonly deps: OtherWindowsDeps,
    private readonly own: string,
  ) {}

  async look(): Promise<LivingWindows> {
    const names = await readdir(this.deps.directory).catch(() => []);
    const windows = names.filter((name) => name.endsWith(WINDOW_SUFFIX) && name !== this.own);
    this.updateBeats(windows);
    const files = await Promise.all(windows.map((window) => this.readLiving(window)));
    return new Map(
      windows.flatMap((window, at) => (files[at] ? [[window, files[at]] as const] : [])),
    );
  }

  /**
   * Forgets windows that are gone. A process that has not looked for the whole timeout was suspended,
   * and the other windows of the machine with it: they get that time again.
   */
  private updateBeats(windows: readonly string[]): void {
    const now = this.deps.clock.monotonic();
    const hasSlept = this.lookedAt !== undefined && now - this.lookedAt > LEASE_TIMEOUT_MS;
    this.lookedAt = now;
    this.beats = new Map(
      [...this.beats]
        .filter(([window]) => windows.includes(window))
        .map(([window, beat]) => [window, hasSlept ? { ...beat, at: now } : beat]),
    );
  }

  /** Undefined for a window that does not live. */
  private async readLiving(window: string): Promise<LivingWindow | undefined> {
    const path = join(this.deps.directory, window);
    try {
      const { mtimeMs } = await stat(path);
      const file = parseWindowFile(await readFile(path, 'utf8'));
      if (this.hasBeaten(window, mtimeMs) && !this.isGone(file)) {
        return file ?? NOTHING;
      }
      await rm(path, { force: true });
    } catch {
      // It was removed meanwhile, or cannot be read: then no lease of it is known.
    }
    return undefined;
  }

  private hasBeaten(window: string, mtimeMs: number): boolean {
    const now = this.deps.clock.monotonic();
    const last = this.beats.get(window);
    if (last?.mtimeMs !== mtimeMs) {
      this.beats.set(window, { mtimeMs, at: now });
      return true;
    }
    return now - last.at < LEASE_TIMEOUT_MS;
  }

  private isGone(file: WindowFile | undefined): boolean {
    return file?.hostname === this.deps.hostname && !this.deps.isRunning(file);
  }
}
