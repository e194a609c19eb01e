import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { Coalescer } from './coalescer';
import type { OutputPace } from './outputPace';
import type { OutputSink, OutputSource } from './outputSink';

export interface OutputQueueDeps<T> {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly sink: OutputSink<T>;
  /** Undefined until the session is attached: what is pushed before is its first drawing, and is sent whole. */
  source(): OutputSource | undefined;
  /** Joins output into fewer, larger pieces; without it each piece is sent as it comes. */
  readonly join?: (pieces: readonly T[]) => T;
  /** How much is held while the sink has no room. By default nothing: sockets have a buffer of their own. */
  readonly holdLimit?: number;
  /** By default there is no limit of the rate, and a sink that is behind is redrawn as soon as it has drained. */
  readonly pace?: OutputPace;
}

/** Output on its way to a sink that is live: joined with more, and held while the sink has no room. */
export class OutputQueue<T extends { readonly length: number }> implements Disposable {
  private readonly store = new DisposableStore();
  private readonly coalescer: Coalescer<T> | undefined;
  private readonly paceTimer: Timer;
  private held: T[] = [];
  private length = 0;

  constructor(
    private readonly deps: OutputQueueDeps<T>,
    /** More waits than may be held. */
    private readonly onOverflow: () => void,
  ) {
    const { clock, join } = deps;
    this.coalescer =
      join && this.store.add(new Coalescer(clock, join, (piece) => this.send(piece)));
    this.paceTimer = this.store.add(new Timer(clock));
  }

  /** What is held, in the units of the pieces' `length`. */
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

  /** Sends what waits to be joined with more. */
  flush(): void {
    this.coalescer?.flush();
  }

  /** Flushes, and sends what comes next at once. */
  hurry(): void {
    this.coalescer?.hurry();
  }

  /** Sends of what is held as much as there is room for. */
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

  /** Sends everything, whatever room there is. */
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
    const { holdLimit = 0, sink } = this.deps;
    // A sink that has drained and still has no room reports nothing more.
    const isStuck = sink.isDrained && !this.paceTimer.isRunning;
    if (this.length > holdLimit || isStuck) {
      this.onOverflow();
    }
  }

  private write(piece: T): void {
    this.deps.pace?.handleSent(piece.length);
    this.deps.sink.write(piece);
  }

  /** Whether the sink can be sent this now; if only the pace forbids it, it is sent as soon as that allows. */
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
