import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { Emitter } from '../base/event';
import { DisposableStore, toDisposable, type Disposable } from '../base/lifecycle';
import { Timer } from '../base/timer';
import { writeFileAtomically } from '../base/atomicFile';
import { withFileLock } from '../base/fileLock';
import { SerialQueue } from '../base/serialQueue';
import { randomHex } from '../base/randomHex';
import { formatLeaseFile, isSameLease, type Lease, type LeaseHolder } from './leaseFile';
import { LEASE_TIMEOUT_MS } from './leaseSightings';
import { OtherWindows, WINDOW_SUFFIX, type WindowLeases } from './otherWindows';

/** How often a window says that it lives and looks for others, in milliseconds. */
const BEAT_MS = 5_000;

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
 * what it held: at once where its process is seen to be gone, else within 15 s. So one that
 * hung for as long may have lost some: it looks before it says again what it holds, and gives
 * up what another has claimed since, whose session is the one that goes on.
 */
export class Leases implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private readonly didLose = this.store.add(new Emitter<Lease>());
  private readonly didBeat = this.store.add(new Emitter<void>());
  private readonly beatTimer: Timer;
  private readonly windows: OtherWindows;
  private readonly promised = new Set<string>();
  private own: readonly Lease[] = [];
  private living: WindowLeases = new Map();
  private others: readonly Lease[] = [];
  /** When the others were last told, by the clock that never goes back. */
  private toldAt = -Infinity;
  /** Whether the others can read what is held here: the disk may refuse to take it down. */
  private isSaved = true;
  private isToldOfDisk = false;
  private readonly queue = new SerialQueue();

  /** What other windows hold has changed. */
  readonly onDidChange = this.didChange.event;

  /** Another window has claimed what was held here while this one hung: it is held there now. */
  readonly onDidLose = this.didLose.event;

  /** Every few seconds, after a look at the others. */
  readonly onDidBeat = this.didBeat.event;

  /** What this window is called among all that share the directory. */
  readonly window = `${randomHex(8)}${WINDOW_SUFFIX}`;

  constructor(private readonly deps: LeasesDeps) {
    this.beatTimer = this.store.add(new Timer(deps.clock));
    const { hostname } = deps.self;
    this.windows = new OtherWindows({ ...deps, hostname }, this.window);
  }

  /** Looks for other windows from now on. */
  async start(): Promise<void> {
    await this.beat();
  }

  /** Whether another window holds the session, as far as was seen last. */
  isHeldElsewhere(ptyId: string): boolean {
    return this.others.some((lease) => lease.ptyId === ptyId);
  }

  /** Whether a session that ends here is another window's, now or in a moment. */
  goesOnElsewhere(ptyId: string): boolean {
    return this.promised.has(ptyId) || this.isHeldElsewhere(ptyId);
  }

  /** Notes that a session is being ended for another window, until it is disposed. */
  promise(ptyId: string): Disposable {
    this.promised.add(ptyId);
    return toDisposable(() => this.promised.delete(ptyId));
  }

  isHeldHere(ptyId: string): boolean {
    return this.own.some((lease) => lease.ptyId === ptyId);
  }

  /** What other windows hold now. */
  async listElsewhere(): Promise<readonly Lease[]> {
    await this.queue.run(() => this.look());
    return this.others;
  }

  /** What the other windows that live hold now, by their names. */
  async listWindows(): Promise<WindowLeases> {
    await this.queue.run(() => this.look());
    return this.living;
  }

  /** Has the others know that this window lives, also where it holds nothing. */
  announce(): Promise<void> {
    return this.queue.run(() => this.tellChecked());
  }

  /**
   * Where the disk refuses, the session is held by this window's word alone until it can be
   * written down: an agent that cannot start would be worse.
   * @throws {SessionError} `ILLEGAL_STATE` where another window holds the session, or where another
   * session, of whichever window, has its conversation.
   */
  claim(lease: Lease): Promise<void> {
    return this.queue.run(async () => {
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
    return this.queue.run(async () => {
      if (this.isHeldHere(ptyId)) {
        const isBelieved = await this.isBelieved();
        this.setOwn(this.own.filter((lease) => lease.ptyId !== ptyId));
        await (isBelieved ? this.save() : this.tellChecked()).catch(this.handleDiskError);
      }
    });
  }

  /** Frees all at once. */
  async shutdown(): Promise<void> {
    this.dispose();
    await this.queue.whenIdle();
    await rm(this.path, { force: true });
  }

  dispose(): void {
    this.store.dispose();
  }

  private async claimNow(lease: Lease): Promise<void> {
    await this.look();
    this.giveUpLost();
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
      throw heldHere(twin);
    }
    this.setOwn([...more, lease]);
  }

  private setOwn(own: readonly Lease[]): void {
    this.own = own;
    this.isSaved = false;
  }

  private async beat(): Promise<void> {
    await this.queue
      .run(async () => {
        await this.touch();
        await this.look();
      })
      .catch(this.handleDiskError);
    this.didBeat.fire();
    if (!this.store.isDisposed) {
      this.beatTimer.start(BEAT_MS, () => void this.beat());
    }
  }

  private async touch(): Promise<void> {
    if (!(await this.isBelieved())) {
      await this.tellChecked();
    } else if (this.own.length > 0) {
      const now = new Date(this.deps.clock.now());
      await utimes(this.path, now, now);
      this.toldAt = this.deps.clock.monotonic();
    }
  }

  /**
   * Whether no other window can think that what is held here is free: all of it is written down,
   * lately, and nobody has removed that as a dead window's.
   */
  private async isBelieved(): Promise<boolean> {
    if (!this.isSaved) {
      return false;
    }
    const isLate = this.deps.clock.monotonic() - this.toldAt >= LEASE_TIMEOUT_MS;
    return this.own.length === 0 || (!isLate && (await isThere(this.path)));
  }

  /** Tells the others what is held here, without what they have claimed meanwhile. */
  private tellChecked(): Promise<void> {
    return this.locked(async () => {
      await this.look();
      this.giveUpLost();
      await this.save();
    });
  }

  /** Who claimed last has looked, and found it free: were both to go on, two would drive one conversation. */
  private giveUpLost(): void {
    const isLost = (lease: Lease): boolean =>
      this.others.some((other) => isSameLease(other, lease));
    const lost = this.own.filter(isLost);
    if (lost.length > 0) {
      this.setOwn(this.own.filter((lease) => !isLost(lease)));
      lost.forEach((lease) => this.didLose.fire(lease));
    }
  }

  private async save(): Promise<void> {
    if (this.store.isDisposed) {
      // What is held by nobody any more would be left behind.
      return;
    }
    await mkdir(this.deps.directory, { recursive: true, mode: 0o700 });
    const text = formatLeaseFile({ ...this.deps.self, leases: this.own });
    await writeFileAtomically(this.path, text);
    this.toldAt = this.deps.clock.monotonic();
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

  private async look(): Promise<void> {
    this.living = await this.windows.look();
    const others = [...this.living.values()].flat();
    if (!isDeepStrictEqual(others, this.others)) {
      this.others = others;
      this.didChange.fire();
    }
  }

  private get path(): string {
    return join(this.deps.directory, this.window);
  }

  /** Two windows that claim at once must not both find it free. */
  private async locked(run: () => Promise<void>): Promise<void> {
    await mkdir(this.deps.directory, { recursive: true, mode: 0o700 });
    await withFileLock(join(this.deps.directory, 'claims'), this.deps.clock, run);
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function heldElsewhere({ ptyId }: Lease): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `Session ${ptyId} runs in another window. Continue there, or end it there first.`,
  );
}

function heldHere({ ptyId }: Lease): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `Session ${ptyId} already uses this conversation. Continue there, or end it first.`,
  );
}
