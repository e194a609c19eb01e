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
import {
  watchDirectory,
  LEASE_TIMEOUT_MS,
  NO_CONTENTS,
  OtherWindows,
  type LivingWindows,
  type OtherWindowsDeps,
  type WindowContents,
} from './otherWindows';
import { isSameLease, type Lease, type WindowFile } from './windowFile';

const HEARTBEAT_MS = 5_000;

const PRIVATE = { recursive: true, mode: 0o700 } as const;

export interface LeasesDeps extends OtherWindowsDeps {
  readonly clock: Clock;
  readonly self: Pick<WindowFile, 'hostname' | 'isCommand' | 'pid' | 'startTime'>;
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
  private readonly didRead = this.store.add(new Emitter<LivingWindows>());
  private readonly heartbeatTimer: Timer;
  private readonly otherWindows: OtherWindows;
  private readonly path: string;
  private readonly queue = new SerialQueue();
  private contents = NO_CONTENTS;
  /** What the file has: the disk may have refused the rest. */
  private saved = NO_CONTENTS;
  private others: readonly (Lease & Pick<WindowContents, 'isCommand'>)[] = [];
  /** When the file was last written or touched, by the monotonic clock. */
  private publishedAt = -Infinity;
  private hasReportedDisk = false;

  readonly onDidChange = this.didChange.event;

  /** Another window has claimed a session of this one, which hung. */
  readonly onDidLose = this.didLose.event;

  /**
   * The files of the other windows were read: at every heartbeat, and promptly after one of them has
   * published if the directory can be watched.
   */
  readonly onDidRead = this.didRead.event;

  readonly window = `${randomHex(8)}.json`;

  constructor(private readonly deps: LeasesDeps) {
    this.path = join(deps.directory, this.window);
    this.heartbeatTimer = this.store.add(new Timer(deps.clock));
    this.otherWindows = new OtherWindows(deps, this.window);
  }

  async start(): Promise<void> {
    const { directory } = this.deps;
    await mkdir(directory, PRIVATE).catch(this.handleDiskError);
    // A file that is written replaces its predecessor, which is a rename. A touch is not.
    const handleEntry = (name: string, event: string): void => {
      if (event === 'rename' && this.otherWindows.isOther(name)) {
        void this.readWindows();
      }
    };
    this.store.add(watchDirectory(directory, handleEntry));
    await this.beat();
  }

  get own(): readonly Lease[] {
    return this.contents.leases;
  }

  owns(ptyId: string): boolean {
    return this.own.some((lease) => lease.ptyId === ptyId);
  }

  /** Whether another window had claimed the session when the files were last read. */
  isOwnedElsewhere(ptyId: string): boolean {
    return this.others.some((lease) => lease.ptyId === ptyId);
  }

  /** Whether a process without a window had claimed the session when the files were last read. */
  isOwnedByCommand(ptyId: string): boolean {
    return this.others.some((lease) => lease.ptyId === ptyId && lease.isCommand);
  }

  async readOthers(): Promise<readonly Lease[]> {
    await this.readWindows();
    return this.others;
  }

  readWindows(): Promise<LivingWindows> {
    return this.queue.run(() => this.read());
  }

  /** Publishes messages to the other windows, in place of those of the same kind that it published before. */
  publish(messages: Pick<WindowContents, 'answers' | 'requests'>): Promise<void> {
    this.change(messages);
    return this.queue.run(() => this.commit());
  }

  /**
   * If the disk refuses, the session is claimed in memory alone until the file can be written: an agent
   * that cannot start would be worse.
   * @throws {SessionError} `ILLEGAL_STATE` if another window has the session, or another session, of
   * any window, has its conversation.
   */
  claim(lease: Lease): Promise<void> {
    return this.queue.run(() =>
      this.commit(() => this.add(lease)).catch((error: unknown) => {
        // Throws the same again, unless the disk has refused.
        this.add(lease);
        this.handleDiskError(error);
      }),
    );
  }

  /** Releases the lease of a session; an unknown id does nothing. */
  release(ptyId: string): Promise<void> {
    return this.queue.run(async () => {
      if (this.owns(ptyId)) {
        this.change({ leases: this.own.filter((lease) => lease.ptyId !== ptyId) });
        await this.commit().catch(this.handleDiskError);
      }
    });
  }

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
    await mkdir(directory, PRIVATE);
    await withFileLock(join(directory, 'claims'), clock, async () => {
      await this.read();
      this.giveUpLost();
      change();
      await this.save();
    });
  }

  private add(lease: Lease): void {
    if (this.isTaken(lease)) {
      throw inUse(lease, 'runs in another window. Continue there, or end it there first.');
    }
    const more = this.own.filter(({ ptyId }) => ptyId !== lease.ptyId);
    const twin = more.find((other) => isSameLease(other, lease));
    if (twin) {
      throw inUse(twin, 'already uses this conversation. Continue there, or end it first.');
    }
    this.change({ leases: [...more, lease] });
  }

  private change(contents: Partial<WindowContents>): void {
    this.contents = { ...this.contents, ...contents };
  }

  private async beat(): Promise<void> {
    await this.queue.run(() => this.renew()).catch(this.handleDiskError);
    this.heartbeatTimer.start(HEARTBEAT_MS, () => void this.beat());
  }

  /**
   * Touches the file, and commits if that lacks a change, or another window may have taken this one
   * for dead and claimed its sessions.
   */
  private async renew(): Promise<void> {
    await this.read();
    const isInTime = this.deps.clock.monotonic() - this.publishedAt < LEASE_TIMEOUT_MS;
    // A full disk refuses a change but no touch, which keeps the leases that the file has.
    const isAlive = this.contents === NO_CONTENTS || (isInTime && (await this.touch()));
    if (!isAlive || this.contents !== this.saved) {
      await this.commit();
    }
  }

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
    const lost = this.own.filter((lease) => this.isTaken(lease));
    if (lost.length > 0) {
      this.change({ leases: this.own.filter((lease) => !lost.includes(lease)) });
      lost.forEach((lease) => this.didLose.fire(lease));
    }
  }

  private isTaken(lease: Lease): boolean {
    return this.others.some((other) => isSameLease(other, lease));
  }

  private async save(): Promise<void> {
    if (this.store.isDisposed) {
      // The file would be left behind.
      return;
    }
    const { contents } = this;
    await replaceFile(this.path, JSON.stringify({ ...this.deps.self, ...contents }));
    this.saved = contents;
    this.publishedAt = this.deps.clock.monotonic();
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
    const before = this.others;
    this.others = [...windows.values()].flatMap(({ isCommand, leases }) =>
      isCommand ? leases.map((lease) => ({ ...lease, isCommand })) : leases,
    );
    if (!isDeepStrictEqual(this.others, before)) {
      this.didChange.fire();
    }
    this.didRead.fire(windows);
    return windows;
  }
}

function inUse({ ptyId }: Lease, problem: string): SessionError {
  return new SessionError('ILLEGAL_STATE', `Session ${ptyId} ${problem}`);
}
