import type { Clock } from '../../base/clock';
import { VIEWER_BURST_CHARS, VIEWER_CHARS_PER_SECOND } from '../../pty/limits';

const PER_MS = VIEWER_CHARS_PER_SECOND / 1000;

/** How much may be sent to one terminal now: a burst at first, then so much in every second. */
export class SendBudget {
  private chars = VIEWER_BURST_CHARS;
  private asOf: number;

  constructor(private readonly clock: Clock) {
    this.asOf = clock.monotonic();
  }

  spend(chars: number): void {
    this.refill();
    this.chars = Math.max(0, this.chars - chars);
  }

  /** Milliseconds until there is enough for `chars`, or for a whole burst where that is less; 0 if there is. */
  msUntil(chars: number): number {
    this.refill();
    const missing = Math.min(chars, VIEWER_BURST_CHARS) - this.chars;
    return missing <= 0 ? 0 : Math.ceil(missing / PER_MS);
  }

  private refill(): void {
    const now = this.clock.monotonic();
    this.chars = Math.min(VIEWER_BURST_CHARS, this.chars + (now - this.asOf) * PER_MS);
    this.asOf = now;
  }
}
