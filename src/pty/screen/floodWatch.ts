import type { Clock } from '../../base/clock';
import { FLOOD } from '../limits';

/** Decides whether a screen's output is a flood, by what was parsed lately and what waits. */
export class FloodWatch {
  private begin = 0;
  private parsed = 0;

  /** @param floodBytes the output within `FLOOD.ms` that makes a flood */
  constructor(
    private readonly clock: Pick<Clock, 'monotonic'>,
    private readonly floodBytes: number,
  ) {}

  /** Called when output was parsed. */
  add(bytes: number): void {
    this.forgetOld();
    this.parsed += bytes;
  }

  isFlood(waitingBytes: number): boolean {
    this.forgetOld();
    return this.parsed + waitingBytes >= this.floodBytes;
  }

  private forgetOld(): void {
    const now = this.clock.monotonic();
    if (now >= this.begin + FLOOD.ms) {
      this.begin = now;
      this.parsed = 0;
    }
  }
}
