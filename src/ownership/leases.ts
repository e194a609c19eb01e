import { mkdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { replaceFile } from '../base/atomicFile';
import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { Emitter } from '../base/event';
import { withFileLock } from '../base/fileLock';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { randomHex } from '../base/randomHex';
import { SerialQueue } from '../base/serialQueue';
import { Timer } from '../base/timer';
import { watchDirectory } from '../tasks/watchDirectory';
import {
  LEASE_TIMEOUT_MS,
  NO_CONTENTS,
  OtherWindows,
  WINDOW_SUFFIX,
  type LivingWindows,
  type OtherWindowsDeps,
  type WindowContents,
} from './otherWindows';
import { isSameLease, type Lease, type WindowFile } from './windowFile';

/** How often a window touches its file and reads the others, in milliseconds. */
const HEARTBEAT_MS = 5_000;

export interface LeasesDeps extends Pick<OtherWindowsDeps, 'directory' | 'isRunning'> {
  readonly clock: Clock;
  readonly self: Pick<WindowFile, 'hostname' | 'pid' | 'startTime'>;
  readonly handleError: (error: unknown) => void;
}

/**
 * The sessions that this window has claimed, and those of the other windows, so that no two windows
 * drive one conversation. Each window publishes its claims in a file and touches that every 5 s. The
 * claims of a dead window are free: at once if its process is gone, else after 15 s. So a window
 * that hung for as long reads the others before it publishes again, and gives up what was claimed
 * meanwhile: the session of the later claim continues.
 */
export class Leases implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<void>());
  private readonly didLose = this.store.add(new Emitter<Lease>());
  private readonly mayHaveMessages = this.store.add(new Emitter<void>());
  private readonly heartbeatTimer: Timer;
  private readonly otherWindows: OtherWindows;
  private readonly queue = new SerialQueue();
  private contents = NO_CONTENTS;
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

  /** Another window may have published: at every heartbeat, and promptly if the directory can be watched. */
  readonly onMayHaveMessages = this.mayHaveMessages.event;

  /** The name of this window's file. */
  readonly window = `${randomHex(8)}${WINDOW_SUFFIX}`;

  constructor(private readonly deps: LeasesDeps) {
    const { clock, directory, isRunning, self } = deps;
    this.heartbeatTimer = this.store.add(new Timer(clock));
    const { hostname } = self;
    this.otherWindows = new OtherWindows({ clock, directory, hostname, isRunning }, this.window);
  }

  /** Reads the other windows from now on. */
  async start(): Promise<void> {
    await this.createDirectory().catch(this.handleDiskError);
    // A file that is written replaces its predecessor, which is a rename. A touch is not.
    const handleEntry = (name: string, event: string): void => {
      if (event === 'rename' && name.endsWith(WINDOW_SUFFIX) && name !== this.window) {
        this.mayHaveMessages.fire();
      }
    };
    this.store.add(watchDirectory(this.deps.directory, handleEntry));
    await this.beat();
  }

  /** The leases of this window. */
  get own(): readonly Lease[] {
    return this.contents.leases;
  }

  /** Whether this window has claimed the session. */
  owns(ptyId: string): boolean {
    return this.own.some((lease) => lease.ptyId === ptyId);
  }

  /** Whether another window had claimed the session when the files were last read. */
  isOwnedElsewhere(ptyId: string): boolean {
    return this.others.some((lease) => lease.ptyId === ptyId);
  }

  /** The leases of other windows, read now. */
  async readOthers(): Promise<readonly Lease[]> {
    await this.readWindows();
    return this.others;
  }

  /** The other windows that live, read now. */
  readWindows(): Promise<LivingWindows> {
    return this.queue.run(() => this.read());
  }

  /** Publishes this window's requests and answers, in place of those that it published before. */
  publish(messages: Pick<WindowContents, 'answers' | 'requests'>): Promise<void> {
    this.contents = { ...this.contents, ...messages };
    return this.queue.run(() => this.commit());
  }

  /**
   * If the disk refuses, the session is claimed in memory alone until the file can be written: an agent
   * that cannot start would be worse.
   * @throws {SessionError} `ILLEGAL_STATE` if another window has the session, or another session, of
   * any window, has its conversation.
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

  /** Releases the lease of a session; an unknown id does nothing. */
  release(ptyId: string): Promise<void> {
    return this.queue.run(async () => {
      if (this.owns(ptyId)) {
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
    await this.createDirectory();
    await withFileLock(join(directory, 'claims'), clock, async () => {
      await this.read();
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

  private setOwn(leases: readonly Lease[]): void {
    this.contents = { ...this.contents, leases };
    this.isSaved = false;
  }

  private async beat(): Promise<void> {
    await this.queue.run(() => this.renew()).catch(this.handleDiskError);
    this.mayHaveMessages.fire();
    if (!this.store.isDisposed) {
      this.heartbeatTimer.start(HEARTBEAT_MS, () => void this.beat());
    }
  }

  /** Touches the file, or commits if another window may have taken this one for dead and claimed its sessions. */
  private async renew(): Promise<void> {
    const isLate = this.deps.clock.monotonic() - this.publishedAt >= LEASE_TIMEOUT_MS;
    const isDead = this.own.length > 0 && (isLate || !(await this.touch()));
    await (isDead || !this.isSaved ? this.commit() : this.read());
  }

  /** Whether the file still existed. */
  private async touch(): Promise<boolean> {
    const now = new Date(this.deps.clock.now());
    try {
      await utimes(this.path, now, now);
      this.publishedAt = this.deps.clock.monotonic();
      return true;
    } catch {
      return false;
    }
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
    await replaceFile(this.path, JSON.stringify({ ...this.deps.self, ...this.contents }));
    this.publishedAt = this.deps.clock.monotonic();
    this.isSaved = true;
    this.hasReportedDisk = false;
  }

  /** Reports once until the disk works again: each heartbeat tries it. */
  private readonly handleDiskError = (error: unknown): void => {
    if (!this.hasReportedDisk) {
      this.hasReportedDisk = true;
      this.deps.handleError(error);
    }
  };

  private async read(): Promise<LivingWindows> {
    const windows = await this.otherWindows.read();
    const others = [...windows.values()].flatMap(({ leases }) => leases);
    if (!isDeepStrictEqual(others, this.others)) {
      this.others = others;
      this.didChange.fire();
    }
    return windows;
  }

  private async createDirectory(): Promise<void> {
    await mkdir(this.deps.directory, { recursive: true, mode: 0o700 });
  }

  private get path(): string {
    return join(this.deps.directory, this.window);
  }
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
