import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock';
import { parseLeaseFile, type Lease, type LeaseHolder } from './leaseFile';
import { LeaseSightings } from './leaseSightings';

/** What the file of a window ends in. */
export const WINDOW_SUFFIX = '.json';

export interface OtherWindowsDeps {
  readonly directory: string;
  readonly clock: Clock;
  readonly hostname: string;
  /** Whether a process of this machine is there. */
  readonly isAlive: (pid: number) => boolean;
}

/** What the windows that live hold, by the names of their files. */
export type WindowLeases = ReadonlyMap<string, readonly Lease[]>;

/** Reads what other windows hold; the files of those that died are removed. */
export class OtherWindows {
  private readonly sightings = new LeaseSightings();

  /** `own` is the name of this window's file. */
  constructor(
    private readonly deps: OtherWindowsDeps,
    private readonly own: string,
  ) {}

  async look(): Promise<WindowLeases> {
    const names = await readdir(this.deps.directory).catch(() => []);
    const windows = names.filter((name) => name.endsWith(WINDOW_SUFFIX) && name !== this.own);
    this.sightings.keep(new Set(windows));
    this.sightings.beginLook(this.deps.clock.monotonic());
    const seen = new Map<string, readonly Lease[]>();
    for (const [index, leases] of (await Promise.all(windows.map(this.readLiving))).entries()) {
      const window = windows[index];
      if (window !== undefined && leases !== undefined) {
        seen.set(window, leases);
      }
    }
    return seen;
  }

  /** Undefined for one that lives no more. */
  private readonly readLiving = async (window: string): Promise<readonly Lease[] | undefined> => {
    const path = join(this.deps.directory, window);
    try {
      const { mtimeMs } = await stat(path);
      const holder = parseLeaseFile(await readFile(path, 'utf8'));
      const beats = this.sightings.see(window, String(mtimeMs), this.deps.clock.monotonic());
      if (beats && !this.isGone(holder)) {
        return holder?.leases ?? [];
      }
      await rm(path, { force: true });
    } catch {
      // It went meanwhile, or cannot be read: then nothing is known to be held.
    }
    return undefined;
  };

  private isGone(holder: LeaseHolder | undefined): boolean {
    return holder?.hostname === this.deps.hostname && !this.deps.isAlive(holder.pid);
  }
}
