import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { Timer } from '../base/timer';

/** How long a session that no window owns is left to the window that had it, in milliseconds: that may be reloading. */
export const RETURN_MS = 20_000;

interface FreedSessionsDeps {
  readonly clock: Clock;
  /** Whether a person has this window open. */
  readonly isWatched: () => Promise<boolean>;
  /** Called when the next of them has been free for long enough. */
  readonly lookAgain: () => void;
}

/**
 * Measures for how long no window has owned a session. Each is left for {@link RETURN_MS} to the window
 * that had it, which may be reloading. After that a window that is open takes it; an extension host that
 * outlived its window, and waits for it to connect again, leaves it to others.
 */
export class FreedSessions implements Disposable {
  private readonly timer: Timer;
  private isDisposed = false;
  /** By session id, in the time of the monotonic clock. */
  private freeSince: ReadonlyMap<string, number> = new Map();

  constructor(private readonly deps: FreedSessionsDeps) {
    this.timer = new Timer(deps.clock);
  }

  /** Notes all sessions that are free now; resolves with those that this window is to take. */
  async update<T>(free: readonly T[], idOf: (session: T) => string): Promise<readonly T[]> {
    const now = this.deps.clock.monotonic();
    const sinceOf = (session: T): number => this.freeSince.get(idOf(session)) ?? now;
    this.freeSince = new Map(free.map((session) => [idOf(session), sinceOf(session)]));
    const due = free.filter((session) => sinceOf(session) + RETURN_MS <= now);
    this.lookAgainLater();
    if (due.length === 0 || (await this.deps.isWatched())) {
      return due;
    }
    this.postpone(due.map(idOf));
    return [];
  }

  /** Leaves sessions to other windows for another {@link RETURN_MS}. */
  private postpone(ids: readonly string[]): void {
    const now = this.deps.clock.monotonic();
    this.freeSince = new Map([...this.freeSince, ...ids.map((id) => [id, now] as const)]);
    this.lookAgainLater();
  }

  private lookAgainLater(): void {
    const now = this.deps.clock.monotonic();
    const waits = [...this.freeSince.values()].map((since) => since + RETURN_MS - now);
    const next = Math.min(...waits.filter((ms) => ms > 0));
    if (Number.isFinite(next) && !this.isDisposed) {
      this.timer.start(next, this.deps.lookAgain);
    }
  }

  dispose(): void {
    this.isDisposed = true;
    this.timer.dispose();
  }
}
