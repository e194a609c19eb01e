import type { Clock } from '../../base/clock';
import { FLOOD } from '../limits';

/** Decides whether output is a flood, by what was handled (read, or parsed) lately and what waits. */
export class FloodWatch {
  private begin = 0;
  private handled = 0;

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
    return this.handled + waitingBytes >= this.floodBytes;
  }

  private forgetOld(): void {
    const now = this.clock.monotonic();
    if (now >= this.begin + FLOOD.ms) {
      this.begin = now;
      this.handled = 0;
    }
  }
}
