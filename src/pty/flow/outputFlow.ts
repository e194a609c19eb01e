import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import type { RedrawScope } from '../sessionService';
import { OutputQueue, type OutputQueueDeps } from './outputQueue';

export interface OutputFlowDeps<T> extends OutputQueueDeps<T> {
  /** How long the last redraw of an ended session may take, in milliseconds. Default: no limit. */
  readonly lastRedrawLimitMs?: number;
}

type Phase =
  /** All output was sent to the sink, except what is in its queue. */
  | { readonly kind: 'live' }
  /** Nothing is sent until the sink has drained; if output was `missed`, it is redrawn then. */
  | { readonly kind: 'behind'; readonly missed: boolean }
  /** A redraw was requested. It contains the output until then. */
  | { readonly kind: 'redrawing' }
  /** The session's last output was sent. */
  | { readonly kind: 'ended' };

/**
 * Sends a session's output to a sink no faster than the sink takes it, and never delays the session: if the
 * sink is full, output is dropped, and the session is redrawn when the sink has drained. The end of the
 * session is reported once, after its last output or its last redraw.
 */
export class OutputFlow<T extends { readonly length: number }> implements Disposable {
  private readonly store = new DisposableStore();
  private readonly queue: OutputQueue<T>;
  private readonly redrawTimer: Timer;
  private readonly endTimer: Timer;
  private phase: Phase = { kind: 'live' };
  private isAbandoned = false;
  private onEnded: (() => void) | undefined;

  constructor(private readonly deps: OutputFlowDeps<T>) {
    this.queue = this.store.add(new OutputQueue(deps, () => this.fallBehind()));
    this.redrawTimer = this.store.add(new Timer(deps.clock));
    this.endTimer = this.store.add(new Timer(deps.clock));
  }

  /** Whether nothing is sent until the sink has drained. */
  get isBehind(): boolean {
    return this.phase.kind === 'behind';
  }

  /** What waits for room in the sink, in the unit of the pieces' `length`. */
  get heldLength(): number {
    return this.queue.heldLength;
  }

  get hasEnded(): boolean {
    return this.phase.kind === 'ended';
  }

  /** Sends output of the session to the sink. */
  push(piece: T): void {
    switch (this.phase.kind) {
      case 'live':
        this.queue.push(piece);
        break;
      case 'behind':
      case 'redrawing':
        this.drop(piece);
        break;
      case 'ended':
        break;
    }
  }

  /** Sends the pieces that wait to be joined with later ones. */
  flush(): void {
    this.queue.flush();
  }

  /** Drops the output that waits: the sink receives a drawing that contains it. */
  discard(): void {
    this.queue.clear();
  }

  /** The sink has taken some of what it was sent. */
  handleDrained(): void {
    if (this.phase.kind === 'live') {
      this.queue.sendHeld();
    } else {
      this.catchUpWhenDue();
    }
  }

  /** The sink is full: output is dropped until it has drained. */
  pause(): void {
    this.flush();
    if (this.phase.kind === 'live' && this.queue.heldLength > 0) {
      this.fallBehind();
    } else if (this.phase.kind === 'live' && this.deps.source()) {
      this.phase = { kind: 'behind', missed: false };
    }
  }

  /** The sink shows wrong content: redraws it completely. */
  refresh(): void {
    this.flush();
    if (this.phase.kind === 'live' && this.queue.heldLength > 0) {
      this.fallBehind();
    } else if (this.phase.kind === 'live' && this.deps.source()) {
      this.redraw('all');
    }
  }

  /** The sink misses output: redraws it when it has drained. */
  fallBehind(): void {
    const source = this.lacksOutput || this.hasEnded ? undefined : this.deps.source();
    if (!source) {
      return;
    }
    this.phase = { kind: 'behind', missed: true };
    this.deps.pace?.handleBehind(this.queue.heldLength);
    this.queue.clear();
    source.fallBehind();
    this.catchUpWhenDue();
  }

  /** Makes a sink that is behind live again, drained or not; if it missed output, by a redraw. */
  catchUp(scope: RedrawScope = 'all'): void {
    if (this.phase.kind === 'behind' && this.phase.missed) {
      this.redraw(scope);
    } else if (this.phase.kind === 'behind') {
      this.phase = { kind: 'live' };
    }
  }

  /**
   * The session has ended: calls `then` after the last output was sent to the sink. A sink that misses output
   * is redrawn at once, drained or not, since an ended session can be drawn for a limited time.
   */
  end(then: () => void): void {
    this.flush();
    if (this.hasEnded) {
      return;
    }
    this.onEnded = then;
    if (this.isAbandoned || !this.lacksOutput) {
      this.queue.sendAll();
      this.conclude();
      return;
    }
    if (this.deps.lastRedrawLimitMs !== undefined) {
      this.endTimer.start(this.deps.lastRedrawLimitMs, () => this.conclude());
    }
    this.catchUp();
  }

  /** The session can no longer be drawn: its end does not wait for a redraw. */
  abandon(): void {
    this.isAbandoned = true;
    if (this.onEnded) {
      this.conclude();
    }
  }

  dispose(): void {
    this.phase = { kind: 'ended' };
    this.onEnded = undefined;
    this.store.dispose();
  }

  /** Whether output was dropped that no redraw contains yet. */
  private get lacksOutput(): boolean {
    return this.phase.kind === 'redrawing' || (this.phase.kind === 'behind' && this.phase.missed);
  }

  private conclude(): void {
    const { onEnded } = this;
    this.dispose();
    onEnded?.();
  }

  private drop({ length }: T): void {
    this.fallBehind();
    const { pace } = this.deps;
    const isFirst = pace?.hasMissed === false;
    pace?.handleDropped(length);
    if (isFirst) {
      this.catchUpWhenDue();
    }
  }

  /** Catches up if the sink has drained: now, or when its pace allows it. */
  private catchUpWhenDue(): void {
    if (this.phase.kind !== 'behind' || !this.deps.sink.isDrained) {
      return;
    }
    const due = this.phase.missed ? this.deps.pace?.nextRedraw() : undefined;
    if (due && due.waitMs > 0) {
      this.redrawTimer.start(due.waitMs, () => this.catchUpWhenDue());
    } else {
      this.catchUp(due?.scope);
    }
  }

  private redraw(scope: RedrawScope): void {
    this.redrawTimer.stop();
    this.phase = { kind: 'redrawing' };
    this.deps.pace?.handleRequested();
    this.deps.source()?.redraw(scope, (screen) => this.handleScreen(scope, screen));
  }

  private handleScreen(scope: RedrawScope, screen: string): void {
    if (this.phase.kind !== 'redrawing') {
      return;
    }
    this.deps.pace?.handleDrawn(scope, screen.length);
    if (screen !== '') {
      this.deps.sink.draw(screen);
    }
    const isWhole = scope === 'all';
    this.phase = isWhole ? { kind: 'live' } : { kind: 'behind', missed: true };
    if (!this.onEnded) {
      this.catchUpWhenDue();
    } else if (isWhole) {
      this.conclude();
    } else {
      this.catchUp();
    }
  }
}
