import { settledWithin, type Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Event } from '../../base/event';
import type { Logger } from '../../base/logger';
import { Timer } from '../../base/timer';
import { SerialQueue } from '../../base/serialQueue';
import { requireSession, type SessionBackend, type SessionLookup } from '../../pty/sessionBackend';
import type { SessionEvent } from '../../pty/sessionService';
import { LAST_SCREEN_LIMITS, type LastScreens } from './lastScreens';

interface ScreenKeeperDeps {
  readonly sessions: Pick<SessionBackend, 'get' | 'onDidChange'> & SessionLookup<'colouredText'>;
  /** Fires with the id of a session that has produced output. */
  readonly onDidOutput: Event<string>;
  readonly screens: Pick<LastScreens, 'remove' | 'removeAll' | 'sweep' | 'write'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * The interval at which the screen of a session with continuous output is stored, in milliseconds.
 */
const BUSY_EVERY_MS = 30_000;
/**
 * The minimum time between two stores of a session's screen when its output pauses, in
 * milliseconds.
 */
const SILENT_EVERY_MS = 5000;

/**
 * `afterWrites`: the minimum time between two sweeps, which a store triggers; `atMost`: the longest
 * time without a sweep; milliseconds.
 */
const SWEEP_MS = { afterWrites: 60_000, atMost: 24 * 3600_000 } as const;

/**
 * Stores the screens of sessions on disk: when their output pauses, and at intervals while it
 * continues. So the stored screens are nearly up to date after a crash. Without output it has one
 * timer only, which sweeps old screens once a day.
 */
export class ScreenKeeper implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;
  private readonly sweepTimer: Timer;
  private readonly changed = new Set<string>();
  private readonly storedAt = new Map<string, number>();
  private readonly work = new SerialQueue();
  /** Undefined until a window has sent the setting. */
  private isOn: boolean | undefined;
  private sweptAt = 0;
  private isClosing = false;
  private hasFailed = false;

  constructor(private readonly deps: ScreenKeeperDeps) {
    this.timer = this.store.add(new Timer(deps.clock));
    this.sweepTimer = this.store.add(new Timer(deps.clock));
    this.store.add(deps.onDidOutput((id) => this.handleOutput(id)));
    this.store.add(deps.sessions.onDidChange((event) => this.handleChange(event)));
    this.sweep();
  }

  /** Whether screens are stored. Switching this off removes stored screens. */
  set(isOn: boolean): void {
    const isNew = isOn !== this.isOn;
    this.isOn = isOn;
    if (isNew && !isOn) {
      this.changed.clear();
      this.timer.stop();
      this.queue(() => this.deps.screens.removeAll());
    }
  }

  /**
   * Stores the screens of all sessions within `limitMs` milliseconds. Sessions that are removed
   * from now on keep their files.
   */
  async storeAll(limitMs: number): Promise<void> {
    this.isClosing = true;
    this.saveChanged();
    await settledWithin(this.deps.clock, limitMs, this.work.whenIdle());
  }

  dispose(): void {
    this.store.dispose();
  }

  private handleOutput(id: string): void {
    if (this.isOn) {
      this.changed.add(id);
      this.startTimer();
    }
  }

  private handleChange({ type, session: { id, state } }: SessionEvent): void {
    if (type === 'removed') {
      this.handleRemoved(id);
    } else if (type === 'exit') {
      this.save(id);
    } else if (type === 'changed' && state === 'idle' && this.changed.has(id)) {
      const since = this.deps.clock.monotonic() - (this.storedAt.get(id) ?? -Infinity);
      if (since >= SILENT_EVERY_MS) {
        this.save(id);
      }
    }
  }

  private handleRemoved(id: string): void {
    this.changed.delete(id);
    this.storedAt.delete(id);
    if (!this.isClosing) {
      this.queue(() => this.deps.screens.remove(id));
    }
  }

  private startTimer(): void {
    if (!this.timer.isRunning) {
      this.timer.start(BUSY_EVERY_MS, () => this.saveChanged());
    }
  }

  private saveChanged(): void {
    [...this.changed].forEach((id) => this.save(id));
  }

  private save(id: string): void {
    if (!this.isOn || !this.changed.delete(id)) {
      return;
    }
    if (this.changed.size === 0) {
      this.timer.stop();
    }
    this.storedAt.set(id, this.deps.clock.monotonic());
    this.queue(() => this.saveNow(id));
  }

  private async saveNow(id: string): Promise<void> {
    const { sessions, screens } = this.deps;
    const { rows: scrollback } = LAST_SCREEN_LIMITS;
    const text = await requireSession(sessions, id).colouredText({ scrollback });
    const session = sessions.get(id);
    if (session && this.isOn) {
      await screens.write(id, session.dimensions, text);
      if (this.deps.clock.monotonic() - this.sweptAt >= SWEEP_MS.afterWrites) {
        this.sweep();
      }
    }
  }

  private sweep(): void {
    this.sweptAt = this.deps.clock.monotonic();
    this.sweepTimer.start(SWEEP_MS.atMost, () => this.sweep());
    this.queue(() => this.deps.screens.sweep());
  }

  /**
   * Runs one step at a time, so that a hundred sessions that end together do not slow down running
   * ones.
   */
  private queue(step: () => Promise<void>): void {
    this.work.run(step).catch((error: unknown) => {
      if (!this.hasFailed) {
        this.hasFailed = true;
        this.deps.logger.warn(
          'A last screen could not be stored. Further failures are not logged.',
          error,
        );
      }
    });
  }
}
