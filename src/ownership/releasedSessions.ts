import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { Timer } from '../base/timer';
import type { DetachedSession } from '../pty/sessionSource';

/** For this time, in milliseconds, a session is reserved for the window that released it, which may be reloading. */
export const RETURN_MS = 20_000;

interface ReleasedSessionsDeps {
  readonly clock: Clock;
  /** Whether this process keeps its sessions when another one requests them unasked. */
  readonly mayKeepSessions: () => Promise<boolean>;
  /** Called when the next session has been free for {@link RETURN_MS}. */
  readonly onDue: () => void;
}

/**
 * Measures for how long no window has owned a session. Each is reserved for {@link RETURN_MS} for the window
 * that released it, which may be reloading. After that a window that is open takes it over. An extension host
 * whose window is gone, and which waits for a reconnection, does not.
 */
export class ReleasedSessions implements Disposable {
  private readonly timer: Timer;
  /** By session id, in the time of the monotonic clock. */
  private freeSince = new Map<string, number>();

  constructor(private readonly deps: ReleasedSessionsDeps) {
    this.timer = new Timer(deps.clock);
  }

  /** Updates the measurement with all free sessions; resolves with those that this window takes over now. */
  async update(free: readonly DetachedSession[]): Promise<readonly DetachedSession[]> {
    const { clock, mayKeepSessions } = this.deps;
    const now = clock.monotonic();
    const sinceOf = ({ id }: DetachedSession): number => this.freeSince.get(id) ?? now;
    this.freeSince = new Map(free.map((session) => [session.id, sinceOf(session)]));
    const due = free.filter((session) => sinceOf(session) + RETURN_MS <= now);
    this.startTimer();
    if (due.length === 0 || (await mayKeepSessions())) {
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
