import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { Timer } from '../base/timer';
import type { DetachedSession } from '../pty/sessionSource';

/** How long a session that no window owns is left to the window that had it, in milliseconds: that may be reloading. */
export const RETURN_MS = 20_000;

interface FreedSessionsDeps {
  readonly clock: Clock;
  /** Whether a person has this window open. */
  readonly isWatched: () => Promise<boolean>;
  /** Called when the next of them has been free for long enough. */
  readonly onDue: () => void;
}

/**
 * Measures for how long no window has owned a session. Each is left for {@link RETURN_MS} to the window
 * that had it, which may be reloading. After that a window that is open takes it; an extension host that
 * outlived its window, and waits for it to connect again, leaves it to others.
 */
export class FreedSessions implements Disposable {
  private readonly timer: Timer;
  /** By session id, in the time of the monotonic clock. */
  private freeSince = new Map<string, number>();

  constructor(private readonly deps: FreedSessionsDeps) {
    this.timer = new Timer(deps.clock);
  }

  /** Takes all sessions that are free now; resolves with those that this window is to take over. */
  async update(free: readonly DetachedSession[]): Promise<readonly DetachedSession[]> {
    const { clock, isWatched } = this.deps;
    const now = clock.monotonic();
    const sinceOf = ({ id }: DetachedSession): number => this.freeSince.get(id) ?? now;
    this.freeSince = new Map(free.map((session) => [session.id, sinceOf(session)]));
    const due = free.filter((session) => sinceOf(session) + RETURN_MS <= now);
    this.startTimer();
    if (due.length === 0 || (await isWatched())) {
      return due;
    }
    due.forEach(({ id }) => this.freeSince.set(id, clock.monotonic()));
    this.startTimer();
    return [];
  }

  private startTimer(): void {
    const now = this.deps.clock.monotonic();
    const waits = [...this.freeSince.values()].map((since) => since + RETURN_MS - now);
    const next = Math.min(...waits.filter((ms) => ms > 0));
    if (Number.isFinite(next)) {
      this.timer.start(next, this.deps.onDue);
    }
  }

  dispose(): void {
    this.timer.dispose();
  }
}
