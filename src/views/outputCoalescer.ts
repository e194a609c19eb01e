import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';
import { COALESCE } from '../pty/limits';

/**
 * Joins output into fewer, larger writes: the first of a burst goes at once, so
 * that an echo is not late; what follows goes together, by time and size (`COALESCE`).
 */
export class OutputCoalescer implements Disposable {
  private pending: string[] = [];
  private pendingChars = 0;
  private window: Disposable | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly write: (text: string) => void,
  ) {}

  push(text: string): void {
    this.pending.push(text);
    this.pendingChars += text.length;
    if (!this.window || this.pendingChars >= COALESCE.chars) {
      this.flush();
      this.openWindow();
    }
  }

  /** Writes what waits, now. */
  flush(): void {
    if (this.pendingChars > 0) {
      this.write(this.take());
    }
  }

  /** Gives what waits, and forgets it. */
  take(): string {
    const text = this.pending.join('');
    this.pending = [];
    this.pendingChars = 0;
    return text;
  }

  dispose(): void {
    this.window?.dispose();
    this.take();
  }

  private openWindow(): void {
    this.window?.dispose();
    this.window = this.clock.schedule(COALESCE.ms, () => {
      this.window = undefined;
      if (this.pendingChars > 0) {
        this.flush();
        this.openWindow();
      }
    });
  }
}
