import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { joinText } from '../../pty/flow/coalescer';
import { OutputFlow } from '../../pty/flow/outputFlow';
import { OutputPace } from '../../pty/flow/outputPace';
import type { OutputSink, OutputSource } from '../../pty/flow/outputSink';
import { VIEWER_HELD_CHARS, VIEWER_UNPARSED_CHARS } from '../../pty/limits';
import { TerminalAcks } from './terminalAcks';

/**
 * How long a terminal may take to reply to a query, in milliseconds; a window in front takes a
 * tenth of it.
 */
const ACK_LIMIT_MS = 1000;
/**
 * A terminal that does not reply is queried again, each time after twice the delay, up to this;
 * milliseconds.
 */
const LONGEST_ACK_LIMIT_MS = 30_000;

/**
 * How long the redraw of an ended session may take, in milliseconds: a person waits for the line
 * below it.
 */
const LAST_REDRAW_LIMIT_MS = 1000;

const ESC = '\x1b';

interface TerminalSinkDeps {
  readonly clock: Clock;
  write(text: string): void;
  /** The session's side of the terminal; undefined until it is attached. */
  source(): OutputSource | undefined;
}

/**
 * A VS Code terminal. It has neither a measurable buffer nor flow control, so its replies to
 * queries show what it has parsed. A terminal that does not reply in time is sent nothing until it
 * does.
 */
export class TerminalSink implements OutputSink<string>, Disposable {
  private readonly store = new DisposableStore();
  private readonly acks = new TerminalAcks();
  private readonly ackTimer: Timer;
  private ackLimitMs = ACK_LIMIT_MS;
  private hasReplied = false;
  /** Whether the last input ended like a reply, whose rest may follow. */
  private mayHold = false;
  readonly flow: OutputFlow<string>;

  constructor(private readonly deps: TerminalSinkDeps) {
    const { clock } = deps;
    this.ackTimer = this.store.add(new Timer(clock));
    this.flow = this.store.add(
      new OutputFlow<string>({
        clock,
        sink: this,
        source: () => deps.source(),
        join: joinText,
        heldLimit: VIEWER_HELD_CHARS,
        pace: new OutputPace(clock),
        lastRedrawLimitMs: LAST_REDRAW_LIMIT_MS,
      }),
    );
  }

  hasRoom(): boolean {
    return this.acks.unacknowledged < VIEWER_UNPARSED_CHARS;
  }

  get isDrained(): boolean {
    return !this.acks.isWaiting;
  }

  write(text: string): void {
    this.send(this.acks.stamp(text, 'due'));
  }

  /** A reply is always requested, so that the next drawing waits until this one is parsed. */
  draw(screen: string): void {
    this.send(this.acks.stamp(screen, 'always'));
  }

  /** Returns what the terminal sent, without its replies. */
  receive(data: string): string {
    if (!this.mayHold && !data.includes(ESC)) {
      this.handleActivity();
      return data;
    }
    const { input, replies } = this.acks.receive(data);
    this.mayHold = this.acks.hasTail;
    if (replies > 0) {
      this.handleReply();
    } else {
      this.handleActivity();
    }
    return input;
  }

  /** The terminal was used, shown or resized: if its reply is late, it is queried again at once. */
  handleActivity(): void {
    if (this.ackTimer.isRunning && this.ackLimitMs > ACK_LIMIT_MS) {
      this.ackLimitMs = ACK_LIMIT_MS;
      this.queryAgain();
    }
  }

  /** The session has ended: calls `then` once the terminal has been sent its last screen. */
  end(then: () => void): void {
    this.flow.end(() => {
      this.dispose();
      then();
    });
  }

  dispose(): void {
    this.store.dispose();
  }

  private send(text: string): void {
    this.deps.write(text);
    if (this.acks.isWaiting && !this.ackTimer.isRunning) {
      this.startAckTimer();
    }
  }

  private handleReply(): void {
    this.hasReplied = true;
    this.ackLimitMs = ACK_LIMIT_MS;
    this.ackTimer.stop();
    if (this.acks.isWaiting) {
      this.startAckTimer();
    }
    this.flow.handleDrained();
  }

  private startAckTimer(): void {
    this.ackTimer.start(this.ackLimitMs, () => {
      this.ackLimitMs = Math.min(2 * this.ackLimitMs, LONGEST_ACK_LIMIT_MS);
      this.handleLate();
      this.queryAgain();
    });
  }

  private handleLate(): void {
    this.flow.pause();
    if (this.acks.isInSequence) {
      // The next query cancels the sequence.
      this.flow.fallBehind();
    }
    if (!this.hasReplied) {
      // The terminal may never reply. A redraw without a reply is better than none.
      this.flow.catchUp();
    }
  }

  private queryAgain(): void {
    this.deps.write(this.acks.restart());
    this.startAckTimer();
  }
}
