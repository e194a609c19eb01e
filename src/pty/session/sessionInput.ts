import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { INPUT_QUEUE_LIMIT_BYTES } from '../limits';
import { StoppedProgramWaker } from '../process/stoppedProgramWaker';

interface SessionInputDeps {
  readonly clock: Clock;
  /** Writes to the running program; does nothing if none runs. */
  write(data: Uint8Array): void;
  /** A person types into the running program. */
  handleTyped(): void;
  /** Continues a program that has stopped itself (SIGCONT). */
  wake(): void;
}

/**
 * Passes a session's input to its program. Input before the first program's start is queued, up to
 * `INPUT_QUEUE_LIMIT_BYTES`; further input is dropped.
 */
export class SessionInput implements Disposable {
  private readonly waker: StoppedProgramWaker;
  /** Input for the first program; undefined after its start. */
  private early: Uint8Array[] | undefined = [];
  private typedAt: number | null = null;

  constructor(private readonly deps: SessionInputDeps) {
    this.waker = new StoppedProgramWaker(deps.clock, () => deps.wake());
  }

  /** When a person last typed, in milliseconds since the epoch; null if never. */
  get lastTypedAt(): number | null {
    return this.typedAt;
  }

  /** Records that a person types now. */
  handleTyped(): void {
    this.typedAt = this.deps.clock.now();
    this.deps.handleTyped();
  }

  write(data: Uint8Array): void {
    if (this.early) {
      this.queue(this.early, data);
    } else {
      this.deps.write(data);
      this.waker.push(data);
    }
  }

  /** The first program has started: writes the queued input to it. */
  start(): void {
    const { early = [] } = this;
    this.early = undefined;
    early.forEach((data) => this.write(data));
  }

  dispose(): void {
    this.waker.dispose();
  }

  /** Copies the data, since the caller may reuse its buffer before the program starts. */
  private queue(early: Uint8Array[], data: Uint8Array): void {
    const queued = early.reduce((bytes, { length }) => bytes + length, 0);
    if (queued + data.length <= INPUT_QUEUE_LIMIT_BYTES) {
      early.push(Uint8Array.from(data));
    }
  }
}
