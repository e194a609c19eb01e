import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { Coalescer } from './coalescer';
import type { OutputPace } from './outputPace';
import type { OutputSink, OutputSource } from './outputSink';

export interface OutputQueueDeps<T> {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly sink: OutputSink<T>;
  /** Undefined until the session is attached: until then the first drawing is pushed, which is always sent completely. */
  source(): OutputSource | undefined;
  /** Joins output into fewer, larger pieces. Default: each piece is sent separately. */
  readonly join?: (pieces: readonly T[]) => T;
  /** The longest output that is held while the sink is full. By default none is held, since sockets have their own buffer. */
  readonly heldLimit?: number;
  /** Limits the rate. By default it is unlimited, and a sink that is behind is redrawn as soon as it has drained. */
  readonly pace?: OutputPace;
}

/** The output for a live sink: pieces are joined, and held while the sink is full. */
export class OutputQueue<T extends { readonly length: number }> implements Disposable {
  private readonly store = new DisposableStore();
  private readonly coalescer: Coalescer<T> | undefined;
  private readonly paceTimer: Timer;
  private held: T[] = [];
  private length = 0;

  constructor(
    private readonly deps: OutputQueueDeps<T>,
    /** Drops the held output: more waits than may be held, or it would wait indefinitely. */
    private readonly overflow: () => void,
  ) {
    const { clock, join } = deps;
    this.coalescer =
      join && this.store.add(new Coalescer(clock, join, (piece) => this.send(piece)));
    this.paceTimer = this.store.add(new Timer(clock));
  }

  /** The length of the held output, in the unit of the pieces' `length`. */
  get heldLength(): number {
    return this.length;
  }

  push(piece: T): void {
    if (this.coalescer) {
      this.coalescer.push(piece);
    } else {
      this.send(piece);
    }
  }

  /** Sends the pieces that wait to be joined with later ones. */
  flush(): void {
    this.coalescer?.flush();
  }

  /** Sends held output until the sink is full. */
  sendHeld(): void {
    for (let next = this.held[0]; next !== undefined; next = this.held[0]) {
      if (!this.mayWrite(next)) {
        this.handleHeld();
        break;
      }
      this.held.shift();
      this.length -= next.length;
      this.write(next);
    }
  }

  /** Sends all held output, even if the sink is full. */
  sendAll(): void {
    this.held.forEach((piece) => this.write(piece));
    this.clear();
  }

  clear(): void {
    this.coalescer?.clear();
    this.paceTimer.stop();
    this.held = [];
    this.length = 0;
  }

  dispose(): void {
    this.clear();
    this.store.dispose();
  }

  private send(piece: T): void {
    if (this.held.length === 0 && this.mayWrite(piece)) {
      this.write(piece);
      return;
    }
    this.held.push(piece);
    this.length += piece.length;
    this.handleHeld();
  }

  private handleHeld(): void {
    const { sink, heldLimit = 0 } = this.deps;
    // A sink that has drained and still has no room does not report that it has drained again.
    const isStuck = sink.isDrained && !this.paceTimer.isRunning;
    if (isStuck || this.length > heldLimit) {
      this.overflow();
    }
  }

  private write(piece: T): void {
    this.deps.pace?.handleSent(piece.length);
    this.deps.sink.write(piece);
  }

  /** Whether the sink accepts the piece now. If only the pace forbids it, a timer sends it later. */
  private mayWrite({ length }: T): boolean {
    const { sink, pace } = this.deps;
    if (!this.deps.source()) {
      return true;
    }
    if (!sink.hasRoom(length)) {
      return false;
    }
    const waitMs = pace?.msUntil(length) ?? 0;
    if (waitMs > 0) {
      this.paceTimer.start(waitMs, () => this.sendHeld());
    }
    return waitMs === 0;
  }
}
