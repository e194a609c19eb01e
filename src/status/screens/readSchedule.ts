import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';

/** Reads the status of one session. May take a while; never rejects. */
type Read = (sessionId: string) => Promise<void>;

/**
 * Schedules the reads of sessions: one at a time over all sessions, each session no sooner than its
 * interval after the last read. No timer runs while no read is requested.
 */
export class ReadSchedule implements Disposable {
  private readonly timer: Timer;
  private readonly due = new Map<string, number>();
  private readonly readAt = new Map<string, number>();
  private isReading = false;
  private isDisposed = false;

  constructor(
    private readonly clock: Clock,
    private readonly read: Read,
  ) {
    this.timer = new Timer(clock);
  }

  /**
   * Requests a read in `delayMs` milliseconds, or earlier if one was already requested; never
   * within `intervalMs` of the last read.
   */
  request(sessionId: string, delayMs: number, intervalMs: number): void {
    const now = this.clock.monotonic();
    const earliest = (this.readAt.get(sessionId) ?? -Infinity) + intervalMs;
    const wanted = Math.max(now + delayMs, earliest);
    this.due.set(sessionId, Math.min(wanted, this.due.get(sessionId) ?? wanted));
    this.wait();
  }

  forget(sessionId: string): void {
    this.due.delete(sessionId);
    this.readAt.delete(sessionId);
  }

  dispose(): void {
    this.isDisposed = true;
    this.due.clear();
    this.timer.dispose();
  }

  private wait(): void {
    if (this.isReading || this.isDisposed || this.due.size === 0) {
      return;
    }
    const next = Math.min(...this.due.values());
    this.timer.start(Math.max(next - this.clock.monotonic(), 0), () => void this.run());
  }

  private async run(): Promise<void> {
    this.isReading = true;
    for (let next = this.takeDue(); next !== undefined; next = this.takeDue()) {
      this.readAt.set(next, this.clock.monotonic());
      await this.read(next);
    }
    this.isReading = false;
    this.wait();
  }

  private takeDue(): string | undefined {
    const now = this.clock.monotonic();
    const [first] = [...this.due].filter(([, at]) => at <= now).sort(([, a], [, b]) => a - b);
    if (first && !this.isDisposed) {
      this.due.delete(first[0]);
      return first[0];
    }
    return undefined;
  }
}
