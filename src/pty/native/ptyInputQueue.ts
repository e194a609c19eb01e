import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { INPUT_BURST_BYTES, INPUT_QUEUE_LIMIT_BYTES } from '../limits';

const FIRST_RETRY_MS = 1;
/** Short enough for a program that reads for 20 ms only now and then. */
const LAST_RETRY_MS = 8;
/**
 * A program that reads makes room a moment later. After it accepted some input, this many retries
 * run in turns of the event loop.
 */
const EAGER_TRIES = 100;

/** Writes as much as fits and returns the number of bytes, 0 if nothing fits. */
type InputSink = (data: Uint8Array) => number;

/**
 * Queues input for a PTY, in order and without loss. The kernel holds a few KB for a program that
 * does not read. Input that does not fit waits here: it is retried at once while the program reads,
 * then after 1 ms, 2 ms, ... 8 ms, so that a stalled program costs almost nothing.
 */
export class PtyInputQueue implements Disposable {
  private waiting: Uint8Array[] = [];
  private waitingBytes = 0;
  private retryMs = FIRST_RETRY_MS;
  private eagerTries = 0;
  private retry: Disposable | undefined;
  private closed = false;
  /** Whether the last input was refused: a program that queries without end would fill the log. */
  private isRefusing = false;

  constructor(
    private readonly sink: InputSink,
    private readonly deps: { readonly clock: Clock; readonly logger: Logger },
  ) {}

  /** Input over the limit is refused as a whole, since half a paste is worse than none. */
  push(data: Uint8Array): void {
    if (this.closed || data.length === 0) {
      return;
    }
    if (this.waitingBytes + data.length > INPUT_QUEUE_LIMIT_BYTES) {
      if (!this.isRefusing) {
        this.deps.logger.warn(
          `Input of ${data.length} bytes was dropped: the program does not read, and ${this.waitingBytes} bytes already wait for it. Further dropped input is not logged until it reads.`,
        );
      }
      this.isRefusing = true;
      return;
    }
    this.isRefusing = false;
    // A copy, since the caller may reuse its buffer.
    this.waiting.push(Uint8Array.from(data));
    this.waitingBytes += data.length;
    if (!this.retry) {
      this.flush();
    }
  }

  /** Drops waiting input. Nothing is written after that. */
  dispose(): void {
    this.closed = true;
    this.waiting = [];
    this.waitingBytes = 0;
    this.retry?.dispose();
    this.retry = undefined;
  }

  private flush(): void {
    this.retry = undefined;
    const written = this.writeBurst();
    if (written > 0) {
      this.retryMs = FIRST_RETRY_MS;
      this.eagerTries = EAGER_TRIES;
    }
    if (this.waiting.length > 0) {
      this.retry = this.deps.clock.schedule(this.nextDelay(), () => this.flush());
    }
  }

  private nextDelay(): number {
    if (this.eagerTries > 0) {
      this.eagerTries -= 1;
      return 0;
    }
    const delayMs = this.retryMs;
    this.retryMs = Math.min(2 * delayMs, LAST_RETRY_MS);
    return delayMs;
  }

  private writeBurst(): number {
    let written = 0;
    for (let next = this.waiting[0]; next && written < INPUT_BURST_BYTES; next = this.waiting[0]) {
      const taken = this.sink(next.subarray(0, INPUT_BURST_BYTES));
      if (taken === 0) {
        break;
      }
      written += taken;
      this.waitingBytes -= taken;
      if (taken < next.length) {
        this.waiting[0] = next.subarray(taken);
      } else {
        this.waiting.shift();
      }
    }
    return written;
  }
}
