import { SessionError } from '../base/errors';
import type { Dimensions } from './ptyProcess';
import type { Screen } from './screen';
import type { AttachOptions, Attachment, SessionInfo } from './sessionService';

/** What a viewer's own session does for it. */
export interface ViewerHost {
  readonly sessionId: string;
  /** Input that this viewer typed, or its terminal answered. */
  write(viewer: Viewer, data: string | Uint8Array): void;
  resize(viewer: Viewer, dimensions: Dimensions): void;
  leave(viewer: Viewer): void;
  /** A viewer threw what nobody else is to suffer from. */
  handleError(error: unknown): void;
}

/**
 * One viewer of a session. It gets the screen as it is when it joins, then all that is
 * written after; what comes while the screen is drawn waits for it. It decodes its own
 * stream, which may begin in the middle of another's character.
 */
export class Viewer implements Attachment {
  private readonly decoder = new TextDecoder();
  /** Output that waits for the screen; none once the viewer is live. */
  private waiting: Uint8Array[] | undefined = [];
  private ended: SessionInfo | undefined;
  private isGone = false;
  /** The size of its terminal, if it ever told one. */
  dimensions: Dimensions | undefined;

  constructor(
    private readonly host: ViewerHost,
    private readonly options: AttachOptions,
  ) {
    this.dimensions = options.dimensions;
  }

  get sessionId(): string {
    return this.host.sessionId;
  }

  /** Draws the screen as it is at this call, then goes live. */
  async join(screen: Pick<Screen, 'snapshot'>): Promise<void> {
    const { history, screen: drawing, tail } = await screen.snapshot();
    [...history, drawing].forEach((text) => this.send(text));
    const { waiting = [] } = this;
    this.waiting = undefined;
    [tail, ...waiting].forEach((chunk) => this.push(chunk));
    if (this.ended) {
      this.end(this.ended);
    }
  }

  push(chunk: Uint8Array): void {
    if (this.waiting) {
      this.waiting.push(chunk);
    } else {
      this.send(this.decoder.decode(chunk, { stream: true }));
    }
  }

  /** The program has ended; said after the last output. */
  end(session: SessionInfo): void {
    if (this.waiting) {
      this.ended = session;
      return;
    }
    this.send(this.decoder.decode());
    this.tell(() => this.options.onExit(session));
  }

  write(data: string | Uint8Array): void {
    this.requireAttached();
    this.host.write(this, data);
  }

  resize(dimensions: Dimensions): void {
    this.requireAttached();
    this.dimensions = dimensions;
    this.host.resize(this, dimensions);
  }

  dispose(): void {
    this.isGone = true;
    this.host.leave(this);
  }

  private send(text: string): void {
    if (text !== '') {
      this.tell(() => this.options.onData(text));
    }
  }

  private tell(call: () => void): void {
    if (this.isGone) {
      return;
    }
    try {
      call();
    } catch (error) {
      this.host.handleError(error);
    }
  }

  private requireAttached(): void {
    if (this.isGone) {
      throw new SessionError(
        'DETACHED',
        `This viewer has left session ${this.sessionId}: attach to the session again to go on, attach('${this.sessionId}').`,
      );
    }
  }
}
