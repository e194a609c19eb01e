import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { Timer } from '../base/timer';
import { RETURN_MS } from './planAdoption';

/**
 * Knows since when nobody is seen to hold sessions: each is left for {@link RETURN_MS} to the window
 * that had it, which may be reloading, and is nobody's after that.
 */
export class FreedSessions implements Disposable {
  private readonly timer: Timer;
  /** By their ids, by the clock that never goes back. */
  private freeSince: ReadonlyMap<string, number> = new Map();

  /** @param lookAgain Called when the next of them has been free for long enough. */
  constructor(
    private readonly clock: Clock,
    private readonly lookAgain: () => void,
  ) {
    this.timer = new Timer(clock);
  }

  /** Notes which are free now, all of them; gives those that are nobody's any more. */
  update<T>(free: readonly T[], idOf: (session: T) => string): readonly T[] {
    const now = this.clock.monotonic();
    const sinceOf = (session: T): number => this.freeSince.get(idOf(session)) ?? now;
    this.freeSince = new Map(free.map((session) => [idOf(session), sinceOf(session)]));
    const waitOf = (session: T): number => sinceOf(session) + RETURN_MS - now;
    const next = Math.min(...free.map(waitOf).filter((ms) => ms > 0));
    if (Number.isFinite(next)) {
      this.timer.start(next, this.lookAgain);
    }
    return free.filter((session) => waitOf(session) <= 0);
  }

  dispose(): void {
    this.timer.dispose();
  }
}
