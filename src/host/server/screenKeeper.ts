import { settledWithin, type Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Event } from '../../base/event';
import type { Logger } from '../../base/logger';
import { Timer } from '../../base/timer';
import { SerialQueue } from '../../base/serialQueue';
import { requireSession, type SessionBackend, type SessionLookup } from '../../pty/sessionBackend';
import type { SessionEvent } from '../../pty/sessionService';
import { LAST_SCREEN_LIMITS, type LastScreens } from './lastScreens';

export interface ScreenKeeperDeps {
  readonly sessions: Pick<SessionBackend, 'get' | 'onDidChange'> & SessionLookup<'colouredText'>;
  /** The id of a session that has written something. */
  readonly onDidOutput: Event<string>;
  readonly screens: Pick<LastScreens, 'remove' | 'removeAll' | 'sweep' | 'write'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

/** How often the screen of a session is kept that never falls silent, in milliseconds. */
const BUSY_EVERY_MS = 30_000;
/** How long after that it is not kept again though the session falls silent, in milliseconds. */
const SILENT_EVERY_MS = 5000;

/** How long after a sweep a screen that is kept brings on another one, and how long it is put off at the most, in milliseconds. */
const SWEEP_MS = { afterWrites: 60_000, atMost: 24 * 3600_000 } as const;

/**
 * Keeps on disk what sessions show: when they fall silent, and now and then while they do not, so
 * that what a crash leaves is nearly what a person saw. While nothing happens it has no timer but one
 * of a day, after which what is too old goes.
 */
export class ScreenKeeper implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;
  private readonly sweepTimer: Timer;
  private readonly changed = new Set<string>();
  private readonly keptAt = new Map<string, number>();
  private readonly work = new SerialQueue();
  /** Undefined until it is said. */
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

  /** Whether screens are kept at all; where they are not, those that are there go. */
  set(isOn: boolean): void {
    const isNew = isOn !== this.isOn;
    this.isOn = isOn;
    if (isNew && !isOn) {
      this.changed.clear();
      this.timer.stop();
      this.queue(() => this.deps.screens.removeAll());
    }
  }

  /** Keeps what all sessions show now, bounded; what is removed from now on stays on disk. */
  async keepAll(limitMs: number): Promise<void> {
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
      const since = this.deps.clock.monotonic() - (this.keptAt.get(id) ?? -Infinity);
      if (since >= SILENT_EVERY_MS) {
        this.save(id);
      }
    }
  }

  private handleRemoved(id: string): void {
    this.changed.delete(id);
    this.keptAt.delete(id);
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
    this.keptAt.set(id, this.deps.clock.monotonic());
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

  /** One at a time: a hundred sessions that end together are no reason to hold up what runs. */
  private queue(step: () => Promise<void>): void {
    this.work.run(step).catch((error: unknown) => {
      if (!this.hasFailed) {
        this.hasFailed = true;
        this.deps.logger.warn('A last screen could not be kept; of more that is not told.', error);
      }
    });
  }
}
