import type { Dimensions } from '../ptyProcess';
import type { ScreenSnapshot } from '../screen/serializer/screenSnapshot';
import type { AttachOptions, Attachment, RedrawScope, SessionInfo } from '../sessionService';
import { ViewerCalls } from './viewerCalls';

const NOTHING = new Uint8Array(0);

type Drawing = Pick<ScreenSnapshot, 'history' | 'screen'>;

/** What a viewer's own session does for it. */
export interface ViewerHost {
  readonly sessionId: string;
  /** Input that this viewer typed, or its terminal answered. */
  write(viewer: Viewer, data: string | Uint8Array): void;
  resize(viewer: Viewer, dimensions: Dimensions): void;
  leave(viewer: Viewer): void;
  /** A viewer fell behind, or is whole again. */
  handleWholeness(): void;
  /** The screen as it is at this call, with at most `scrollback` rows above it; all that are kept if undefined. */
  snapshot(scrollback: number | undefined): Promise<ScreenSnapshot>;
  /** A viewer threw what nobody else is to suffer from; said of its first fault alone. */
  handleError(error: unknown): void;
}

/**
 * One viewer of a session. It gets the screen as it is when it joins, then all that is
 * written after; what comes while the screen is drawn waits for it. It decodes its own
 * stream, which may begin in the middle of another's character.
 */
export class Viewer implements Attachment {
  private decoder = new TextDecoder();
  /** Output that waits for the screen; none while the viewer is live. */
  private waiting: Uint8Array[] | undefined = [];
  private ended: SessionInfo | undefined;
  private hasJoined = false;
  private whole = true;
  /** Redraws of all that were asked for: the last of those under way is the one that output waits for. */
  private redraws = 0;
  private readonly calls: ViewerCalls;
  /** The size of its terminal, if it ever told one. */
  dimensions: Dimensions | undefined;

  constructor(
    private readonly host: ViewerHost,
    private readonly options: AttachOptions,
  ) {
    this.dimensions = options.dimensions;
    this.calls = new ViewerCalls(host.sessionId, (error) => host.handleError(error));
  }

  get sessionId(): string {
    return this.host.sessionId;
  }

  /**
   * Draws the screen as it is at this call, then the same with the rows above it, which take
   * longer, then goes live.
   */
  async join(): Promise<void> {
    const screen = this.host.snapshot(0);
    const whole = this.host.snapshot(this.options.scrollback);
    const [first, { tail, ...drawing }] = await Promise.all([
      screen.then((snapshot) => this.show(snapshot)),
      whole,
    ]);
    if (textOf(drawing) !== first) {
      this.show(drawing);
    }
    this.goLive(tail);
    this.hasJoined = true;
  }

  /** Shows a terminal all output, which so can answer the program. */
  get canAnswer(): boolean {
    return this.whole && this.options.isTerminal !== false;
  }

  fallBehind(): void {
    this.setWhole(false);
  }

  redraw(scope: RedrawScope, onScreen: (screen: string) => void): void {
    if (scope === 'all') {
      this.waiting = [];
      this.redraws++;
      this.setWhole(true);
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

  /** The program has ended; said after the last output. */
  end(session: SessionInfo): void {
    if (this.waiting) {
      this.ended = session;
      return;
    }
    this.send(this.decoder.decode());
    this.calls.run(() => this.options.onExit(session));
  }

  write(data: string | Uint8Array): void {
    this.calls.requireAttached();
    this.host.write(this, data);
  }

  resize(dimensions: Dimensions): void {
    this.calls.requireAttached();
    this.dimensions = dimensions;
    this.host.resize(this, dimensions);
  }

  dispose(): void {
    this.calls.leave();
    this.host.leave(this);
  }

  /** The session is gone: nothing is drawn any more, and an exit that waited for it is told. */
  abandon(): void {
    if (this.hasJoined) {
      this.waiting &&= [];
      this.goLive(NOTHING);
    }
    this.dispose();
  }

  private async draw(scope: RedrawScope, onScreen: (screen: string) => void): Promise<void> {
    let rest: Uint8Array = NOTHING;
    const { redraws } = this;
    try {
      const scrollback = scope === 'screen' ? 0 : this.options.scrollback;
      const { tail, ...drawing } = await this.host.snapshot(scrollback);
      this.calls.run(() => onScreen(textOf(drawing)));
      rest = tail;
    } catch (error) {
      this.calls.handleError(error);
      // Whoever waits for a drawing goes on without one; of a session that is gone nothing is told.
      this.calls.run(() => onScreen(''));
    }
    if (scope === 'all' && redraws === this.redraws) {
      this.decoder = new TextDecoder();
      this.goLive(rest);
    }
  }

  private setWhole(whole: boolean): void {
    this.whole = whole;
    this.host.handleWholeness();
  }

  /** From here on output is passed on as it comes; first `tail`, then what has waited. */
  private goLive(tail: Uint8Array): void {
    const { waiting = [], ended } = this;
    this.waiting = undefined;
    this.ended = undefined;
    [tail, ...waiting].forEach((chunk) => this.push(chunk));
    if (ended) {
      this.end(ended);
    }
  }

  /** Sends a drawing in its slices, and tells what was sent. */
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
