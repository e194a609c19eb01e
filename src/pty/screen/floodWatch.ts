import type { Clock } from '../../base/clock';
import { FLOOD } from '../limits';

const HALF_MS = FLOOD.ms / 2;

/**
 * Decides whether output is a flood, by what was handled (read, or parsed) lately and what waits. It counts the
 * current half of `FLOOD.ms` and the one before, so a burst of up to one half counts as a whole, whenever it begins.
 */
export class FloodWatch {
  /** When the current half began. */
  private begin = 0;
  private handled = 0;
  private handledBefore = 0;

  /** @param floodBytes the output within `FLOOD.ms` that makes a flood */
  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly floodBytes: number,
  ) {}

  /** Called when output was read, or parsed. */
  add(bytes: number): void {
    this.forgetOld();
    this.handled += bytes;
  }

  isFlood(waitingBytes: number): boolean {
    this.forgetOld();
    return this.handledBefore + this.handled + waitingBytes >= this.floodBytes;
  }

  private forgetOld(): void {
    const halves = Math.floor((this.clock.monotonic() - this.begin) / HALF_MS);
    if (halves > 0) {
      this.begin += halves * HALF_MS;
      this.handledBefore = halves === 1 ? this.handled : 0;
      this.handled = 0;
    }
  }
}
