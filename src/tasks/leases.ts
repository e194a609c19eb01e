import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { Emitter } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { Timer } from '../base/timer';
import { writeFileAtomically } from './atomicFile';
import { withFileLock } from './fileLock';
import {
  formatLeaseFile,
  isSameLease,
  parseLeaseFile,
  type Lease,
  type LeaseHolder,
} from './leaseFile';
import { LeaseSightings } from './leaseSightings';

/** How often a window says that it lives and looks for others, in milliseconds. */
const BEAT_MS = 5_000;

const SUFFIX = '.json';

export interface LeasesDeps {
  readonly directory: string;
  readonly clock: Clock;
  readonly self: Pick<LeaseHolder, 'pid' | 'hostname'>;
  /** Whether a process of this machine is there. */
  readonly isAlive: (pid: number) => boolean;
  readonly handleError: (error: unknown) => void;
}

/**
 * Which sessions this window holds, and which others do, so that no two drive one
 * conversation. Each window has a file and touches it again and again; one that died frees
 * what it held: at once where its process is seen to be gone, else within 15 s.
 */
export class Leases implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private readonly beatTimer: Timer;
  private readonly name = `${randomBytes(8).toString('hex')}${SUFFIX}`;
  private readonly sightings = new LeaseSightings();
  private own: readonly Lease[] = [];
  private others: readonly Lease[] = [];
  /** Whether the others can read what is held here: the disk may refuse to take it down. */
  private isSaved = true;
  private isToldOfDisk = false;
  private work: Promise<void> = Promise.resolve();

  /** What other windows hold has changed. */
  readonly onDidChange = this.didChange.event;

  constructor(private readonly deps: LeasesDeps) {
    this.beatTimer = this.store.add(new Timer(deps.clock));
  }

  /** Looks for other windows from now on. */
  async start(): Promise<void> {
    await this.beat();
  }

  /** Whether another window holds the session, as far as was seen last. */
  isHeldElsewhere(ptyId: string): boolean {
    return this.others.some((lease) => lease.ptyId === ptyId);
  }

  /** What other windows hold now. */
  async listElsewhere(): Promise<readonly Lease[]> {
    await this.enqueue(() => this.look());
    return this.others;
  }

  /**
   * Where the disk refuses, the session is held by this window's word alone until it can be
   * written down: an agent that cannot start would be worse.
   * @throws {SessionError} `ILLEGAL_STATE` where another window holds the session, or where another
   * session, of whichever window, has its conversation.
   */
  claim(lease: Lease): Promise<void> {
    return this.enqueue(async () => {
      try {
        await this.locked(() => this.claimNow(lease));
      } catch (error) {
        if (SessionError.is(error)) {
          throw error;
        }
        this.handleDiskError(error);
        this.hold(lease);
      }
    });
  }

  /** An unknown session is harmless. */
  release(ptyId: string): Promise<void> {
    return this.enqueue(async () => {
      if (this.own.some((lease) => lease.ptyId === ptyId)) {
        this.setOwn(this.own.filter((lease) => lease.ptyId !== ptyId));
        await this.save().catch(this.handleDiskError);
      }
    });
  }

  /** Frees all at once. */
  async shutdown(): Promise<void> {
    this.dispose();
    await this.work.catch(() => undefined);
    await rm(this.path(this.name), { force: true });
  }

  dispose(): void {
    this.store.dispose();
  }

  private async claimNow(lease: Lease): Promise<void> {
    await this.look();
    this.hold(lease);
    await this.save();
  }

  private hold(lease: Lease): void {
    if (this.others.some((other) => isSameLease(other, lease))) {
      throw heldElsewhere(lease);
    }
    const more = this.own.filter(({ ptyId }) => ptyId !== lease.ptyId);
    const twin = more.find((other) => isSameLease(other, lease));
    if (twin) {
      throw heldHere(lease, twin);
    }
    this.setOwn([...more, lease]);
  }

  private setOwn(own: readonly Lease[]): void {
    this.own = own;
    this.isSaved = false;
  }

  private async beat(): Promise<void> {
    await this.enqueue(async () => {
      await this.touch();
      await this.look();
    }).catch(this.handleDiskError);
    if (!this.store.isDisposed) {
      this.beatTimer.start(BEAT_MS, () => void this.beat());
    }
  }

  private async touch(): Promise<void> {
    if (!this.isSaved) {
      await this.save();
    } else if (this.own.length > 0) {
      const now = new Date(this.deps.clock.now());
      await utimes(this.path(this.name), now, now).catch(() => this.save());
    }
  }

  private async save(): Promise<void> {
    if (this.store.isDisposed) {
      // What is held by nobody any more would be left behind.
      return;
    }
    await mkdir(this.deps.directory, { recursive: true, mode: 0o700 });
    const text = formatLeaseFile({ ...this.deps.self, leases: this.own });
    await writeFileAtomically(this.path(this.name), text);
    this.isSaved = true;
    this.isToldOfDisk = false;
  }

  /** Once until the disk is well again: it is asked every few seconds. */
  private readonly handleDiskError = (error: unknown): void => {
    if (!this.isToldOfDisk) {
      this.isToldOfDisk = true;
      this.deps.handleError(error);
    }
  };

  /** Reads what the others hold; the files of the dead are removed. */
  private async look(): Promise<void> {
    const names = await readdir(this.deps.directory).catch(() => []);
    const windows = names.filter((name) => name.endsWith(SUFFIX) && name !== this.name);
    this.sightings.keep(new Set(windows));
    this.sightings.beginLook(this.deps.clock.monotonic());
    const held = await Promise.all(windows.map((window) => this.readHolder(window)));
    const others = held.flat();
    if (!isDeepStrictEqual(others, this.others)) {
      this.others = others;
      this.didChange.fire();
    }
  }

  private async readHolder(window: string): Promise<readonly Lease[]> {
    try {
      const { mtimeMs } = await stat(this.path(window));
      const holder = parseLeaseFile(await readFile(this.path(window), 'utf8'));
      const beats = this.sightings.see(window, String(mtimeMs), this.deps.clock.monotonic());
      if (beats && !this.isGone(holder)) {
        return holder?.leases ?? [];
      }
      await rm(this.path(window), { force: true });
    } catch {
      // It went meanwhile, or cannot be read: then nothing is known to be held.
    }
    return [];
  }

  private isGone(holder: LeaseHolder | undefined): boolean {
    const isOurs = holder?.hostname === this.deps.self.hostname;
    return isOurs && !this.deps.isAlive(holder.pid);
  }

  private path(name: string): string {
    return join(this.deps.directory, name);
  }

  /** Two windows that claim at once must not both find it free. */
  private async locked(run: () => Promise<void>): Promise<void> {
    await mkdir(this.deps.directory, { recursive: true, mode: 0o700 });
    await withFileLock(join(this.deps.directory, 'claims'), this.deps.clock, run);
  }

  private enqueue(work: () => Promise<void>): Promise<void> {
    const done = this.work.then(work);
    this.work = done.catch(() => undefined);
    return done;
  }
}

function heldElsewhere({ ptyId }: Lease): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `Session ${ptyId} runs in another window: go on there, or end it there first.`,
  );
}

function heldHere({ ptyId }: Lease, { ptyId: twin }: Lease): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `Session ${ptyId} is not started, for session ${twin} has its conversation: go on there, or end it first.`,
  );
}
