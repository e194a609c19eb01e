import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';

/** What Ctrl-Z types. */
const SUSPEND_KEY = 0x1a;

/** When a program is told to go on after Ctrl-Z, in milliseconds: most have stopped at the first, all at the last. */
const WAKE_AFTER_MS = [300, 2000] as const;

/**
 * Lets a program go on that stops itself on Ctrl-Z and has no shell around it: nobody could
 * say `fg` to it. One that did not stop takes no notice.
 */
export class WakeUp implements Disposable {
  private readonly store = new DisposableStore();

  constructor(
    private readonly clock: Clock,
    private readonly wake: () => void,
  ) {}

  /** Looks at what is typed. */
  push(input: Uint8Array): void {
    if (input.includes(SUSPEND_KEY)) {
      WAKE_AFTER_MS.forEach((delayMs) => this.wakeAfter(delayMs));
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private wakeAfter(delayMs: number): void {
    const timer = this.store.add(
      this.clock.schedule(delayMs, () => {
        this.store.delete(timer);
        this.wake();
      }),
    );
  }
}
