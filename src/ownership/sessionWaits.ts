import type { Clock } from '../base/clock';

/** For this time, in milliseconds, a session is reserved for the window that released it, which may be reloading. */
export const RETURN_MS = 20_000;

/** How long after its owner has refused, or this window has postponed, an offered session is requested again, in milliseconds. */
export const REFUSED_MS = 5_000;

/** The longest time after which a failed attempt is repeated, in milliseconds. */
const LONGEST_RETRY_MS = 600_000;

/** A session that no window keeps. */
interface Wait {
  /** When it is due, by the monotonic clock. */
  readonly at: number;
  /** How often it could not be taken over. */
  readonly failures: number;
}

/** When each session that no window keeps is to be taken over. */
export class SessionWaits {
  private waits = new Map<string, Wait>();

  constructor(private readonly clock: Pick<Clock, 'monotonic'>) {}

  /** Adds a session that no window has released: it is due at once. */
  add(id: string): void {
    this.waits.set(id, { at: -Infinity, failures: 0 });
  }

  /** Removes all, before the sessions are listed, and returns them. Those that are added during that are kept. */
  removeAll(): ReadonlyMap<string, Wait> {
    const all = this.waits;
    this.waits = new Map();
    return all;
  }

  /** Sets the time of a listed session, with what was removed before the list was read. */
  update(id: string, isOffered: boolean, before: ReadonlyMap<string, Wait>): void {
    const now = this.clock.monotonic();
    const first = { at: isOffered ? -Infinity : now + RETURN_MS, failures: 0 };
    const { at, failures } = this.waits.get(id) ?? before.get(id) ?? first;
    this.waits.set(id, { at: isOffered ? Math.min(at, now + REFUSED_MS) : at, failures });
  }

  isDue(id: string): boolean {
    const wait = this.waits.get(id);
    return wait !== undefined && wait.at <= this.clock.monotonic();
  }

  /** Sets the next time of a session that was not taken over. */
  postpone(id: string, { isOffered, hasFailed }: { isOffered: boolean; hasFailed: boolean }): void {
    const failures = this.waits.get(id)?.failures ?? 0;
    const ms = isOffered ? REFUSED_MS : retryMs(failures);
    this.waits.set(id, {
      at: this.clock.monotonic() + ms,
      failures: hasFailed ? failures + 1 : failures,
    });
  }

  delete(id: string): void {
    this.waits.delete(id);
  }

  /** When the first one is due after a time of the monotonic clock; `Infinity` if none is. */
  nextAfter(time: number): number {
    const times = [...this.waits.values()].map(({ at }) => at);
    return Math.min(...times.filter((at) => at > time));
  }
}

/** The time after which an attempt is repeated that has failed as often before, in milliseconds. */
export function retryMs(failures: number): number {
  return Math.min(RETURN_MS * 2 ** failures, LONGEST_RETRY_MS);
}
