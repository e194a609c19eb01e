import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { writeFileAtomically } from '../base/atomicFile';
import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { Emitter } from '../base/event';
import { withFileLock } from '../base/fileLock';
import { DisposableStore, toDisposable, type Disposable } from '../base/lifecycle';
import { randomHex } from '../base/randomHex';
import { SerialQueue } from '../base/serialQueue';
import { Timer } from '../base/timer';
import {
  LEASE_TIMEOUT_MS,
  OtherWindows,
  WINDOW_SUFFIX,
  type LivingWindows,
  type OtherWindowsDeps,
} from './otherWindows';
import { formatWindowFile, isSameLease, type Lease, type WindowFile } from './windowFile';

/** How often a window touches its file and reads the others, in milliseconds. */
const BEAT_MS = 5_000;

export interface LeasesDeps extends Pick<OtherWindowsDeps, 'directory' | 'isRunning'> {
  readonly clock: Clock;
  readonly self: Pick<WindowFile, 'hostname' | 'pid' | 'startTime'>;
  readonly handleError: (error: unknown) => void;
}

/**
 * The sessions that this window has claimed, and those of the other windows, so that no two windows
 * drive one conversation. Each window publishes its claims in a file and touches that every 5 s. The
 * claims of a dead window are free: at once where its process is gone, else after 15 s. So a window
 * that hung for as long reads the others before it publishes again, and gives up what was claimed
 * meanwhile: the session of the later claim continues.
 */
export class Leases implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private readonly didLose = this.store.add(new Emitter<Lease>());
  private readonly didBeat = this.store.add(new Emitter<void>());
  private readonly beatTimer: Timer;
  private readonly windows: OtherWindows;
  private readonly promised = new Set<string>();
  private readonly queue = new SerialQueue();
  private own: readonly Lease[] = [];
  private messages: Pick<WindowFile, 'answers' | 'requests'> = { requests: [], answers: {} };
  private living: LivingWindows = new Map();
  private others: readonly Lease[] = [];
  /** When the file was last written or touched, by the monotonic clock. */
  private publishedAt = -Infinity;
  /** Whether the file has all leases: the disk may have refused them. */
  private isSaved = true;
  private hasReportedDisk = false;

  /** The leases of other windows have changed. */
  readonly onDidChange = this.didChange.event;

  /** Another window has claimed a session of this one, which hung. */
  readonly onDidLose = this.didLose.event;

  /** Every few seconds, after the other windows were read. */
  readonly onDidBeat = this.didBeat.event;

  /** The name of this window's file. */
  readonly window = `${randomHex(8)}${WINDOW_SUFFIX}`;

  constructor(private readonly deps: LeasesDeps) {
    const { clock, directory, isRunning, self } = deps;
    this.beatTimer = this.store.add(new Timer(clock));
    const { hostname } = self;
    this.windows = new OtherWindows({ clock, directory, hostname, isRunning }, this.window);
  }

  /** Reads the other windows from now on. */
  async start(): Promise<void> {
    await this.beat();
  }

  /** Whether another window has claimed the session, as of the last look. */
  isHeldElsewhere(ptyId: string): boolean {
    return this.others.some((lease) => lease.ptyId === ptyId);
  }

  /** Whether a session that ends here continues in another window, now or in a moment. */
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

  /** The leases of other windows, read now. */
  async listElsewhere(): Promise<readonly Lease[]> {
    await this.listWindows();
    return this.others;
  }

  /** The other windows that live, read now. */
  async listWindows(): Promise<LivingWindows> {
    await this.queue.run(() => this.look());
    return this.living;
  }

  /** Publishes what this window asks of others and answers them, in place of what it published before. */
  publish(messages: Pick<WindowFile, 'answers' | 'requests'>): Promise<void> {
    this.messages = messages;
    return this.queue.run(() => this.commit());
  }

  /**
   * If the disk refuses, the session is claimed in memory alone until the file can be written: an agent
   * that cannot start would be worse.
   * @throws {SessionError} `ILLEGAL_STATE` where another window has the session, or where another
   * session, of any window, has its conversation.
   */
  claim(lease: Lease): Promise<void> {
    return this.queue.run(async () => {
      try {
        await this.commit(() => this.add(lease));
      } catch (error) {
        if (SessionError.is(error)) {
          throw error;
        }
        this.handleDiskError(error);
        this.add(lease);
      }
    });
  }

  /** An unknown session is harmless. */
  release(ptyId: string): Promise<void> {
    return this.queue.run(async () => {
      if (this.isHeldHere(ptyId)) {
        this.setOwn(this.own.filter((lease) => lease.ptyId !== ptyId));
        await this.commit().catch(this.handleDiskError);
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

  /** Publishes a change, without what others have claimed meanwhile. Two windows cannot both find a session free. */
  private async commit(change: () => void = () => {}): Promise<void> {
    const { clock, directory } = this.deps;
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await withFileLock(join(directory, 'claims'), clock, async () => {
      await this.look();
      this.giveUpLost();
      change();
      await this.save();
    });
  }

  private add(lease: Lease): void {
    if (this.others.some((other) => isSameLease(other, lease))) {
      throw claimedElsewhere(lease);
    }
    const more = this.own.filter(({ ptyId }) => ptyId !== lease.ptyId);
    const twin = more.find((other) => isSameLease(other, lease));
    if (twin) {
      throw conversationInUse(twin);
    }
    this.setOwn([...more, lease]);
  }

  private setOwn(own: readonly Lease[]): void {
    this.own = own;
    this.isSaved = false;
  }

  private async beat(): Promise<void> {
    await this.queue.run(() => this.touch()).catch(this.handleDiskError);
    this.didBeat.fire();
    if (!this.store.isDisposed) {
      this.beatTimer.start(BEAT_MS, () => void this.beat());
    }
  }

  private async touch(): Promise<void> {
    if (!(await this.isPublished())) {
      await this.commit();
      return;
    }
    if (this.own.length > 0) {
      const now = new Date(this.deps.clock.now());
      await utimes(this.path, now, now);
      this.publishedAt = this.deps.clock.monotonic();
    }
    await this.look();
  }

  /** Whether no other window can take this one's claims for free: all are in its file, which was touched in time and still exists. */
  private async isPublished(): Promise<boolean> {
    const isLate = this.deps.clock.monotonic() - this.publishedAt >= LEASE_TIMEOUT_MS;
    return this.isSaved && (this.own.length === 0 || (!isLate && (await exists(this.path))));
  }

  /** The later claim found the session free: if both continued, two windows would drive one conversation. */
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
      // The file would be left behind.
      return;
    }
    const text = formatWindowFile({ ...this.deps.self, leases: this.own, ...this.messages });
    await writeFileAtomically(this.path, text);
    this.publishedAt = this.deps.clock.monotonic();
    this.isSaved = true;
    this.hasReportedDisk = false;
  }

  /** Once until the disk works again: each beat tries it. */
  private readonly handleDiskError = (error: unknown): void => {
    if (!this.hasReportedDisk) {
      this.hasReportedDisk = true;
      this.deps.handleError(error);
    }
  };

  private async look(): Promise<void> {
    this.living = await this.windows.look();
    const others = [...this.living.values()].flatMap(({ leases }) => leases);
    if (!isDeepStrictEqual(others, this.others)) {
      this.others = others;
      this.didChange.fire();
    }
  }

  private get path(): string {
    return join(this.deps.directory, this.window);
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function claimedElsewhere({ ptyId }: Lease): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `Session ${ptyId} runs in another window. Continue there, or end it there first.`,
  );
}

function conversationInUse({ ptyId }: Lease): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `Session ${ptyId} already uses this conversation. Continue there, or end it first.`,
  );
}
