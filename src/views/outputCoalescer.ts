import type { Clock } from '../base/clock';
import type { Disposable } from '../base/lifecycle';

const BATCH_MS = 5;
const BATCH_CHARS = 64 * 1024;

/**
 * Joins output into fewer, larger writes: the first of a burst goes at once, so
 * that an echo is not late; what follows within 5 ms goes together, or by 64 KB.
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
    if (!this.window || this.pendingChars >= BATCH_CHARS) {
      this.flush();
      this.openWindow();
    }
  }

  /** Writes what waits, now. */
  flush(): void {
    if (this.pendingChars > 0) {
      const text = this.pending.join('');
      this.pending = [];
      this.pendingChars = 0;
      this.write(text);
    }
  }

  dispose(): void {
    this.window?.dispose();
    this.pending = [];
    this.pendingChars = 0;
  }

  private openWindow(): void {
    this.window?.dispose();
    this.window = this.clock.schedule(BATCH_MS, () => {
      this.window = undefined;
      if (this.pendingChars > 0) {
        this.flush();
        this.openWindow();
      }
    });
  }
}
