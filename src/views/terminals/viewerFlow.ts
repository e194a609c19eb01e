import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { VIEWER_HELD_CHARS, VIEWER_UNPARSED_CHARS } from '../../pty/limits';
import type { Attachment, RedrawScope } from '../../pty/sessionService';
import { AcknowledgedWriter } from './acknowledgedWriter';
import { RedrawPace } from './redrawPace';
import { SendBudget } from './sendBudget';

/** After so long without output it is redrawn at once: what came last is what the person waits for. */
const SILENCE_MS = 15;

/** How long the redraw of a session that has ended may take. */
const LAST_REDRAW_LIMIT_MS = 1000;

/** What a terminal that cannot keep up asks of its session. */
export type FlowingViewer = Pick<Attachment, 'fallBehind' | 'redraw'>;

export interface ViewerFlowDeps {
  readonly clock: Clock;
  /** Writes to the terminal. */
  write(text: string): void;
  /** The session's side of the terminal; none until it is attached, and all output is sent till then. */
  viewer(): FlowingViewer | undefined;
}

type Phase =
  /** The terminal has been sent everything but what is held. */
  | { readonly kind: 'live' }
  /** It is sent nothing until it answers; if it has `missed` output, it is redrawn then. */
  | { readonly kind: 'stale'; readonly missed: boolean }
  /** A redraw is on its way; output until it comes is in it. */
  | { readonly kind: 'redrawing' }
  /** The session's last output was sent. */
  | { readonly kind: 'ended' };

/**
 * Sends a session's output to a VS Code terminal no faster than it is parsed, and never
 * lets the session wait: when too much comes, or the terminal does not answer, output is
 * dropped and the terminal redrawn when it can take it.
 */
export class ViewerFlow implements Disposable {
  private readonly store = new DisposableStore();
  private readonly terminal: AcknowledgedWriter;
  private readonly wakeTimer: Timer;
  private readonly silenceTimer: Timer;
  private readonly finishTimer: Timer;
  private readonly budget: SendBudget;
  private readonly pace: RedrawPace;
  private phase: Phase = { kind: 'live' };
  private held: string[] = [];
  private heldChars = 0;
  private onFinished: (() => void) | undefined;

  constructor(private readonly deps: ViewerFlowDeps) {
    const { clock } = deps;
    this.terminal = this.store.add(
      new AcknowledgedWriter({
        clock,
        write: (text) => deps.write(text),
        onReply: () => this.handleReply(),
        onLate: () => this.handleLate(),
      }),
    );
    this.wakeTimer = this.store.add(new Timer(clock));
    this.silenceTimer = this.store.add(new Timer(clock));
    this.finishTimer = this.store.add(new Timer(clock));
    this.budget = new SendBudget(clock);
    this.pace = new RedrawPace(clock, this.budget);
  }

  /** Output of the session, for the terminal. */
  push(text: string): void {
    switch (this.phase.kind) {
      case 'live':
        this.held.push(text);
        this.heldChars += text.length;
        this.sendHeld();
        break;
      case 'stale':
        if (!this.phase.missed) {
          this.fallBehind();
        }
        this.handleDropped(text.length);
        break;
      case 'redrawing':
        this.handleDropped(text.length);
        break;
      case 'ended':
        break;
    }
  }

  /** What the terminal sent, without its replies to what only this class asks it. */
  receive(data: string): string {
    return this.terminal.receive(data);
  }

  /** The terminal was shown, or given a size: if it is late, it is asked again at once. */
  handleSignOfLife(): void {
    this.terminal.handleSignOfLife();
  }

  /** What the terminal was sent shows wrong there: it is redrawn as a whole. */
  refresh(): void {
    if (this.phase.kind === 'live' && this.heldChars > 0) {
      this.becomeStale();
    } else if (this.phase.kind === 'live' && this.deps.viewer()) {
      this.redraw('all');
    }
  }

  /** The session has ended: calls `then` once the terminal was sent its last screen, within a second. */
  finish(then: () => void): void {
    this.onFinished = then;
    switch (this.phase.kind) {
      case 'live':
        this.held.forEach((text) => this.deps.write(text));
        this.conclude();
        break;
      case 'stale':
        if (this.phase.missed) {
          this.finishTimer.start(LAST_REDRAW_LIMIT_MS, () => this.conclude());
          this.redraw('all');
        } else {
          this.conclude();
        }
        break;
      case 'redrawing':
        this.finishTimer.start(LAST_REDRAW_LIMIT_MS, () => this.conclude());
        break;
      case 'ended':
        break;
    }
  }

  dispose(): void {
    this.phase = { kind: 'ended' };
    this.store.dispose();
  }

  private conclude(): void {
    this.dispose();
    this.onFinished?.();
  }

  private sendHeld(): void {
    const isLimited = this.deps.viewer() !== undefined;
    for (let next = this.held[0]; next !== undefined; next = this.held[0]) {
      if (isLimited && !this.maySend(next)) {
        break;
      }
      this.held.shift();
      this.heldChars -= next.length;
      this.send(next, 'due');
    }
  }

  private send(text: string, ask: 'due' | 'always'): void {
    this.budget.spend(text.length);
    this.terminal.write(text, ask);
  }

  /** Whether the terminal may have this now; if not, sees to it that it is tried again. */
  private maySend(text: string): boolean {
    const isFull = this.terminal.unacknowledged >= VIEWER_UNPARSED_CHARS;
    const waitMs = this.budget.msUntil(text.length);
    if (!isFull && waitMs === 0) {
      return true;
    }
    const isDeadlocked = isFull && !this.terminal.isWaiting;
    if (this.heldChars > VIEWER_HELD_CHARS || isDeadlocked) {
      this.becomeStale();
    } else if (!isFull) {
      this.wakeTimer.start(waitMs, () => this.sendHeld());
    }
    return false;
  }

  private handleDropped(chars: number): void {
    this.pace.handleDropped(chars);
    this.silenceTimer.start(SILENCE_MS, () => this.handleSilence());
  }

  private handleSilence(): void {
    if (this.phase.kind === 'stale' && this.pace.hasMissed) {
      this.wakeTimer.stop();
      this.redrawWhenReady();
    }
  }

  private handleReply(): void {
    switch (this.phase.kind) {
      case 'live':
        this.sendHeld();
        break;
      case 'stale':
        this.redrawWhenReady();
        break;
      case 'redrawing':
      case 'ended':
        break;
    }
  }

  private handleLate(): void {
    this.becomeStale();
    if (!this.terminal.hasAnswered) {
      // It may be one that never does: better redrawn unasked than never.
      this.redrawIfStale('all');
    }
  }

  private becomeStale(): void {
    if (this.phase.kind !== 'live' || !this.deps.viewer()) {
      return;
    }
    this.wakeTimer.stop();
    this.pace.handleStale(this.heldChars);
    this.phase = { kind: 'stale', missed: false };
    if (this.heldChars > 0 || this.terminal.isInSequence) {
      this.fallBehind();
    }
    if (!this.terminal.isWaiting) {
      this.terminal.askAgain();
    }
  }

  private fallBehind(): void {
    this.phase = { kind: 'stale', missed: true };
    this.held = [];
    this.heldChars = 0;
    this.deps.viewer()?.fallBehind();
  }

  /** Redraws a terminal that answers, when the last redraw is long enough ago and there is budget. */
  private redrawWhenReady(): void {
    if (this.terminal.isWaiting || this.wakeTimer.isRunning) {
      return;
    }
    const moment = this.silenceTimer.isRunning ? 'output' : 'silence';
    const { scope, waitMs } = this.pace.next(moment);
    if (waitMs > 0) {
      this.wakeTimer.start(waitMs, () => this.redrawWhenReady());
    } else {
      this.redrawIfStale(scope);
    }
  }

  private redrawIfStale(scope: RedrawScope): void {
    if (this.phase.kind !== 'stale') {
      return;
    }
    if (this.phase.missed) {
      this.redraw(scope);
    } else {
      this.phase = { kind: 'live' };
    }
  }

  private redraw(scope: RedrawScope): void {
    this.phase = { kind: 'redrawing' };
    this.pace.handleAsked();
    this.deps.viewer()?.redraw(scope, (screen) => this.handleScreen(scope, screen));
  }

  private handleScreen(scope: RedrawScope, screen: string): void {
    if (this.phase.kind !== 'redrawing') {
      return;
    }
    this.pace.handleDrawn(scope, screen.length);
    this.send(screen, 'always');
    this.phase = scope === 'all' ? { kind: 'live' } : { kind: 'stale', missed: true };
    if (this.onFinished && scope === 'all') {
      this.conclude();
    } else if (this.onFinished) {
      this.redraw('all');
    } else if (scope === 'screen') {
      this.redrawWhenReady();
    }
  }
}
