import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { INPUT_QUEUE_LIMIT_BYTES } from '../limits';
import { WakeUp } from '../process/wakeUp';

interface SessionInputDeps {
  readonly clock: Clock;
  /** To the program that runs, if one does. */
  write(data: Uint8Array): void;
  /** Lets a program go on that has stopped itself. */
  wake(): void;
}

/** What is written to a session on its way to the program, which may not be there yet. */
export class SessionInput implements Disposable {
  private readonly wakeUp: WakeUp;
  /** What waits for the first program; none once that has started. */
  private early: Uint8Array[] | undefined = [];
  private typedAt: number | null = null;

  constructor(private readonly deps: SessionInputDeps) {
    this.wakeUp = new WakeUp(deps.clock, () => deps.wake());
  }

  /** When a person last typed; see `SessionInfo`. */
  get lastTypedAt(): number | null {
    return this.typedAt;
  }

  /** What comes, or came, was typed by a person. */
  handleTyped(): void {
    this.typedAt = this.deps.clock.now();
  }

  write(data: Uint8Array): void {
    if (this.early) {
      this.keep(this.early, data);
    } else {
      this.deps.write(data);
      this.wakeUp.push(data);
    }
  }

  /** The first program is there: it gets what has waited. */
  start(): void {
    const { early = [] } = this;
    this.early = undefined;
    early.forEach((data) => this.write(data));
  }

  dispose(): void {
    this.wakeUp.dispose();
  }

  /** A copy: the caller may use its buffer again before there is a program. */
  private keep(early: Uint8Array[], data: Uint8Array): void {
    const kept = early.reduce((bytes, { length }) => bytes + length, 0);
    if (kept + data.length <= INPUT_QUEUE_LIMIT_BYTES) {
      early.push(Uint8Array.from(data));
    }
  }
}
