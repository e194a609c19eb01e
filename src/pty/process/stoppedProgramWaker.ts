import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';

/** Ctrl-Z, as terminals send it by default and in the kitty keyboard protocol. */
const SUSPEND_KEYS = ['\x1a', '\x1b[122;5u'] as const;

/**
 * The delays after Ctrl-Z at which a program is continued, in milliseconds. Most programs have
 * stopped by the first one, all by the last.
 */
const WAKE_AFTER_MS = [300, 2000] as const;

/**
 * Continues a program that stops itself on Ctrl-Z and has no shell around it that could run `fg`. A
 * program that has not stopped is not affected.
 */
export class StoppedProgramWaker implements Disposable {
  private readonly store = new DisposableStore();

  constructor(
    private readonly clock: Clock,
    private readonly wake: () => void,
  ) {}

  /** Checks typed input. */
  push(input: Uint8Array): void {
    const text = Buffer.from(input).toString('latin1');
    if (SUSPEND_KEYS.some((key) => text.includes(key))) {
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
