import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';

/** Reads the status of one session. May take a while; never rejects. */
type Look = (sessionId: string) => Promise<void>;

/**
 * Schedules the reads of sessions: one at a time over all sessions, each session no sooner than its
 * interval after the last read. No timer runs while no read is requested.
 */
export class LookRounds implements Disposable {
  private readonly timer: Timer;
  private readonly due = new Map<string, number>();
  private readonly lookedAt = new Map<string, number>();
  private isLooking = false;
  private isDisposed = false;

  constructor(
    private readonly clock: Clock,
    private readonly look: Look,
  ) {
    this.timer = new Timer(clock);
  }

  /**
   * Requests a read in `delayMs` milliseconds, or earlier if one was already requested; never
   * within `intervalMs` of the last read.
   */
  request(sessionId: string, delayMs: number, intervalMs: number): void {
    const now = this.clock.monotonic();
    const earliest = (this.lookedAt.get(sessionId) ?? -Infinity) + intervalMs;
    const wanted = Math.max(now + delayMs, earliest);
    this.due.set(sessionId, Math.min(wanted, this.due.get(sessionId) ?? wanted));
    this.wait();
  }

  forget(sessionId: string): void {
    this.due.delete(sessionId);
    this.lookedAt.delete(sessionId);
  }

  dispose(): void {
    this.isDisposed = true;
    this.due.clear();
    this.timer.dispose();
  }

  private wait(): void {
    if (this.isLooking || this.isDisposed || this.due.size === 0) {
      return;
    }
    const next = Math.min(...this.due.values());
    this.timer.start(Math.max(next - this.clock.monotonic(), 0), () => void this.run());
  }

  private async run(): Promise<void> {
    this.isLooking = true;
    for (let next = this.takeDue(); next !== undefined; next = this.takeDue()) {
      this.lookedAt.set(next, this.clock.monotonic());
      await this.look(next);
    }
    this.isLooking = false;
    this.wait();
  }

  /** The session that has been due for longest. */
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
