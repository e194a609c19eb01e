import type { Dimensions } from '../ptyProcess';
import type { ScreenSnapshot } from '../screen/screenSnapshot';
import type { AttachOptions, Attachment, RedrawScope, SessionInfo } from '../sessionService';
import { noSessionError } from '../sessionBackend';
import { clampDimensions, DEFAULT_DIMENSIONS } from '../ptyDimensions';
import { detachedError, ViewerCalls } from './viewerCalls';

const NOTHING = new Uint8Array(0);

type Drawing = Pick<ScreenSnapshot, 'history' | 'screen'>;

/** The functions of a session that its viewers call. */
export interface ViewerCallbacks {
  readonly sessionId: string;
  /** Handles input of this viewer: typed, or an answer of its terminal. */
  write(viewer: Viewer, data: string | Uint8Array): void;
  resize(viewer: Viewer, dimensions: Dimensions): void;
  leave(viewer: Viewer): void;
  /** A viewer fell behind or has caught up. */
  handleCaughtUpChanged(): void;
  /**
   * Draws the screen as it is at this call, with at most `scrollback` rows above it; undefined: all
   * that are stored.
   */
  snapshot(scrollback: number | undefined): Promise<ScreenSnapshot>;
  /**
   * Logs an error of a viewer, which must not affect the others. Called for its first error only.
   */
  handleError(error: unknown): void;
}

/**
 * One viewer of a session. It receives the screen as it is when it joins, then all output after
 * that. Output that arrives while the screen is being drawn waits. Each viewer decodes its own
 * stream, which may begin in the middle of a character.
 */
export class Viewer implements Attachment {
  private decoder = new TextDecoder();
  /** Output that waits for the screen; undefined while output is passed on at once. */
  private waiting: Uint8Array[] | undefined = [];
  private ended: SessionInfo | undefined;
  private isDetached = false;
  /** Whether `onExit` was called. */
  private hasEnded = false;
  private isCaughtUp = true;
  /** The number of complete redraws requested so far. Output waits for the last of them. */
  private redraws = 0;
  private readonly calls: ViewerCalls;
  /** The last size of its terminal; undefined if it never set one. */
  dimensions: Dimensions | undefined;

  constructor(
    private readonly callbacks: ViewerCallbacks,
    private readonly options: AttachOptions,
  ) {
    this.dimensions = options.dimensions && clampDimensions(options.dimensions, DEFAULT_DIMENSIONS);
    this.calls = new ViewerCalls((error) => callbacks.handleError(error));
  }

  get sessionId(): string {
    return this.callbacks.sessionId;
  }

  /**
   * Settles when the viewer has received the screen, or the exit of a session that is removed
   * meanwhile. @throws {SessionError} `SESSION_NOT_FOUND` if the session is removed without an exit.
   */
  async join(): Promise<void> {
    try {
      await this.drawFirst();
    } catch (error) {
      if (!this.hasEnded) {
        throw error;
      }
    }
  }

  /** Whether it is a terminal that has received all output, so that it can answer queries. */
  get canAnswer(): boolean {
    return this.isCaughtUp && this.options.isTerminal !== false;
  }

  fallBehind(): void {
    this.setCaughtUp(false);
  }

  redraw(scope: RedrawScope, onScreen: (screen: string) => void): void {
    if (scope === 'all') {
      this.waiting = [];
      this.redraws++;
      this.setCaughtUp(true);
    }
    void this.draw(scope, onScreen);
  }

  push(chunk: Uint8Array): void {
    if (this.waiting) {
      this.waiting.push(chunk);
    } else {
      this.pass(chunk);
    }
  }

  /** Calls `onExit` after the last output, now or when the screen is drawn. */
  end(session: SessionInfo): void {
    if (this.waiting) {
      this.ended = session;
      return;
    }
    this.send(this.decoder.decode());
    this.hasEnded = true;
    this.calls.run(() => this.options.onExit(session));
  }

  write(data: string | Uint8Array): void {
    this.requireAttached();
    this.callbacks.write(this, data);
  }

  resize(dimensions: Dimensions): void {
    this.requireAttached();
    this.dimensions = clampDimensions(dimensions, this.dimensions ?? DEFAULT_DIMENSIONS);
    this.callbacks.resize(this, dimensions);
  }

  dispose(): void {
    this.isDetached = true;
    this.calls.leave();
    this.callbacks.leave(this);
  }

  /** The session was removed: waiting output is dropped, and a waiting exit is reported. */
  abandon(): void {
    this.waiting &&= [];
    this.goLive(NOTHING);
    this.dispose();
  }

  /**
   * Draws the screen as it is at this call, then the screen with the rows above it, which takes
   * longer. Output is passed on after that.
   */
  private async drawFirst(): Promise<void> {
    const screen = this.callbacks.snapshot(0);
    const whole = this.callbacks.snapshot(this.options.scrollback);
    const [first, { tail, ...drawing }] = await Promise.all([
      screen.then((snapshot) => this.show(snapshot)),
      whole,
    ]);
    if (this.calls.hasLeft) {
      throw noSessionError(this.sessionId);
    }
    if (textOf(drawing) !== first) {
      this.show(drawing);
    }
    this.goLive(tail);
  }

  private async draw(scope: RedrawScope, onScreen: (screen: string) => void): Promise<void> {
    let rest: Uint8Array = NOTHING;
    const { redraws } = this;
    try {
      const scrollback = scope === 'screen' ? 0 : this.options.scrollback;
      const { tail, ...drawing } = await this.callbacks.snapshot(scrollback);
      this.calls.run(() => onScreen(textOf(drawing)));
      rest = tail;
    } catch (error) {
      this.calls.handleError(error);
      // The caller that waits for a drawing continues without one.
      this.calls.run(() => onScreen(''));
    }
    if (scope === 'all' && redraws === this.redraws) {
      this.decoder = new TextDecoder();
      this.goLive(rest);
    }
  }

  private requireAttached(): void {
    if (this.isDetached) {
      throw detachedError(this.sessionId);
    }
  }

  private setCaughtUp(isCaughtUp: boolean): void {
    this.isCaughtUp = isCaughtUp;
    this.callbacks.handleCaughtUpChanged();
  }

  /** Passes `tail` on, then the output that waited, and from now on all output at once. */
  private goLive(tail: Uint8Array): void {
    const { waiting = [], ended } = this;
    this.waiting = undefined;
    this.ended = undefined;
    [tail, ...waiting].forEach((chunk) => this.push(chunk));
    if (ended) {
      this.end(ended);
    }
  }

  /** Sends a drawing in its slices. Returns the text that was sent. */
  private show(drawing: Drawing): string {
    [...drawing.history, drawing.screen].forEach((text) => this.send(text));
    return textOf(drawing);
  }

  private pass(chunk: Uint8Array): void {
    const { onBytes } = this.options;
    if (!onBytes) {
      this.send(this.decoder.decode(chunk, { stream: true }));
    } else if (chunk.length > 0) {
      this.calls.run(() => onBytes(chunk));
    }
  }

  private send(text: string): void {
    if (text !== '') {
      this.calls.run(() => this.options.onData(text));
    }
  }
}

function textOf({ history, screen }: Drawing): string {
  return history.join('') + screen;
}
