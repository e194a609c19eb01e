import { Timer } from '../../base/timer';
import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { TerminalAcks } from './terminalAcks';

/** How long a terminal may take to say that it has parsed something; a window in front takes a tenth of it. */
const ACK_LIMIT_MS = 1000;
/** A terminal that does not answer is asked again, ever more seldom. */
const LONGEST_ACK_LIMIT_MS = 30_000;

export interface AcknowledgedWriterDeps {
  readonly clock: Clock;
  write(text: string): void;
  /** The terminal has parsed more of what it was sent. */
  onReply(): void;
  /** The terminal has not said in time that it parsed anything. It is then asked again. */
  onLate(): void;
}

/** Writes to a terminal, and knows how much of it is not parsed yet. */
export class AcknowledgedWriter implements Disposable {
  private readonly acks = new TerminalAcks();
  private readonly timer: Timer;
  private limitMs = ACK_LIMIT_MS;
  private answered = false;

  constructor(private readonly deps: AcknowledgedWriterDeps) {
    this.timer = new Timer(deps.clock);
  }

  /** Characters that the terminal may not have parsed yet. */
  get unacknowledged(): number {
    return this.acks.unacknowledged;
  }

  /** A reply is to come. */
  get isWaiting(): boolean {
    return this.acks.isWaiting;
  }

  /** What was written ends inside an escape sequence, which asking again would break off. */
  get isInSequence(): boolean {
    return this.acks.isInSequence;
  }

  /** The terminal has answered, ever. */
  get hasAnswered(): boolean {
    return this.answered;
  }

  /** Writes `text` and asks whether it is parsed: `always`, or when enough has been written since it was asked. */
  write(text: string, ask: 'due' | 'always' = 'due'): void {
    this.deps.write(this.acks.stamp(text, ask));
    if (this.isWaiting && !this.timer.isRunning) {
      this.startTimer();
    }
  }

  /** Asks anew, without counting on what was asked before. */
  askAgain(): void {
    this.deps.write(this.acks.restart());
    this.startTimer();
  }

  /** What the terminal sent, without its replies. */
  receive(data: string): string {
    const { input, replies } = this.acks.receive(data);
    if (replies > 0) {
      this.handleReply();
    } else {
      this.handleSignOfLife();
    }
    return input;
  }

  /** The terminal was used, or shown: if it was late, it is asked again at once. */
  handleSignOfLife(): void {
    if (this.timer.isRunning && this.limitMs > ACK_LIMIT_MS) {
      this.limitMs = ACK_LIMIT_MS;
      this.askAgain();
    }
  }

  dispose(): void {
    this.timer.dispose();
  }

  private handleReply(): void {
    this.answered = true;
    this.limitMs = ACK_LIMIT_MS;
    this.timer.stop();
    if (this.isWaiting) {
      this.startTimer();
    }
    this.deps.onReply();
  }

  private startTimer(): void {
    this.timer.start(this.limitMs, () => {
      this.limitMs = Math.min(2 * this.limitMs, LONGEST_ACK_LIMIT_MS);
      this.deps.onLate();
      this.askAgain();
    });
  }
}
