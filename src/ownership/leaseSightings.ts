/** A window that says nothing for so long has died, or hangs, in milliseconds. */
export const LEASE_TIMEOUT_MS = 15_000;

interface Sighting {
  readonly beat: string;
  /** When this beat was first seen, by our own monotonic clock. */
  readonly at: number;
}

/**
 * Knows which windows still beat, by whether their beat changes and never by what time it
 * says: clocks are set back, and differ between machines.
 */
export class LeaseSightings {
  private sightings = new Map<string, Sighting>();
  private lookedAt: number | undefined;

  /**
   * To be called before each look, which is at `now` (monotonic). Who has not looked for so long has
   * slept, and the others on this machine with it: they get time to wake up.
   */
  beginLook(now: number): void {
    if (this.lookedAt !== undefined && now - this.lookedAt > LEASE_TIMEOUT_MS) {
      this.sightings = new Map(
        [...this.sightings].map(([window, { beat }]) => [window, { beat, at: now }]),
      );
    }
    this.lookedAt = now;
  }

  /** Notes a window's beat as seen at `now` (monotonic); whether it is taken for alive. */
  see(window: string, beat: string, now: number): boolean {
    const last = this.sightings.get(window);
    if (last?.beat !== beat) {
      this.sightings.set(window, { beat, at: now });
      return true;
    }
    return now - last.at < LEASE_TIMEOUT_MS;
  }

  /** Forgets all windows but these. */
  keep(windows: ReadonlySet<string>): void {
    this.sightings = new Map([...this.sightings].filter(([window]) => windows.has(window)));
  }
}
