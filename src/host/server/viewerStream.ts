import { SessionError } from '../../base/errors';
import { DisposableStore } from '../../base/lifecycle';
import type { Dimensions } from '../../pty/ptyProcess';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import type { Attachment, RedrawScope, SessionInfo } from '../../pty/sessionService';
import type { AttachCall } from '../protocol/calls';
import { StreamSink, type StreamDeps } from './streamSink';

/**
 * One viewer of a session in another process. Sends the output to the client and performs what the
 * viewer requests. Drawings for one client are created one at a time.
 */
export class ViewerStream {
  private readonly store = new DisposableStore();
  private readonly sink: StreamSink;
  private attachment: Attachment | undefined;
  /** Whether the viewer itself drops output until it is redrawn completely. */
  private isViewerBehind = false;
  private isRemoved = false;
  private endTurn: (() => void) | undefined;
  /** Calls that wait until the session is attached. */
  private pending: ((attachment: Attachment) => void)[] = [];

  constructor(
    private readonly call: AttachCall,
    private readonly deps: StreamDeps,
  ) {
    const source = {
      fallBehind: () => this.whenAttached((attachment) => attachment.fallBehind()),
      redraw: (scope: RedrawScope, onScreen: (screen: string) => void) =>
        this.whenAttached((attachment) => this.redrawGap(attachment, scope, onScreen)),
    };
    this.sink = this.store.add(new StreamSink(call.stream, deps, source));
  }

  get sessionId(): string {
    return this.call.id;
  }

  /**
   * Settles once the first drawing has been sent. @throws {SessionError} `SESSION_NOT_FOUND`,
   * `DETACHED`.
   */
  async attach(sessions: SessionLookup<'attach'>): Promise<void> {
    await this.waitForTurn();
    try {
      this.requireOpen();
      const { id, dimensions, scrollback, isTerminal } = this.call;
      const attachment = await requireSession(sessions, id).attach({
        dimensions,
        scrollback,
        isTerminal,
        onData: (text) => this.sink.sendDrawing(text),
        onBytes: (bytes) => this.sink.flow.push(bytes),
        onExit: (session) => this.handleExit(session),
      });
      this.store.add(attachment);
      this.requireOpen();
      this.attachment = attachment;
      this.pending.forEach((run) => run(attachment));
      this.pending = [];
    } finally {
      this.releaseTurn();
    }
  }

  /**
   * Calls `run` as soon as the session is attached; never if attaching fails or the session is
   * removed.
   */
  whenAttached(run: (attachment: Attachment) => void): void {
    if (this.isOver) {
      return;
    }
    if (this.attachment) {
      run(this.attachment);
    } else {
      this.pending.push(run);
    }
  }

  /** Writes input. Its echo is not delayed to be joined with further output. */
  type(data: string | Uint8Array): void {
    this.sink.flow.hurry();
    this.whenAttached((attachment) => attachment.write(data));
  }

  resize(dimensions: Dimensions): void {
    this.whenAttached((attachment) => attachment.resize(dimensions));
  }

  fallBehind(): void {
    this.isViewerBehind = true;
    this.whenAttached((attachment) => attachment.fallBehind());
  }

  /** Sends the drawing that the viewer requested under that number. */
  redraw(scope: RedrawScope, redraw: number): void {
    const { stream } = this.call;
    this.whenAttached((attachment) => {
      this.redrawInTurn(attachment, scope, (screen) => {
        this.isViewerBehind &&= scope === 'screen';
        this.sink.flow.discard();
        this.deps.sendMessage({ note: 'redrawn', stream, redraw });
        this.sink.sendDrawing(screen);
      });
    });
  }

  /** The client has processed this many bytes. */
  credit(bytes: number): void {
    this.sink.credit(bytes);
  }

  /** Sends the output that waits to be joined with more. */
  flush(): void {
    this.sink.flow.flush();
  }

  /** The session was removed, so it cannot be drawn any more. */
  handleRemoved(): void {
    this.isRemoved = true;
    this.releaseTurn();
    this.sink.flow.abandon();
  }

  dispose(): void {
    this.pending = [];
    this.store.dispose();
    this.releaseTurn();
  }

  private get isOver(): boolean {
    return this.isRemoved || this.store.isDisposed;
  }

  private handleExit(session: SessionInfo): void {
    const { stream } = this.call;
    this.sink.flow.end(() => this.deps.sendMessage({ note: 'exit', stream, session }));
  }

  /** After a redraw that this stream started, a viewer that itself drops output is still behind. */
  private redrawGap(
    attachment: Attachment,
    scope: RedrawScope,
    onScreen: (screen: string) => void,
  ): void {
    this.redrawInTurn(attachment, scope, (screen) => {
      onScreen(screen);
      if (this.isViewerBehind) {
        attachment.fallBehind();
      }
    });
  }

  private redrawInTurn(
    attachment: Attachment,
    scope: RedrawScope,
    onScreen: (screen: string) => void,
  ): void {
    this.deps.budget.queueDrawing((done) => {
      if (this.isOver) {
        // The session cannot be drawn any more.
        done();
        return;
      }
      this.endTurn = done;
      attachment.redraw(scope, (screen) => {
        try {
          onScreen(screen);
        } finally {
          this.releaseTurn();
        }
      });
    });
  }

  private waitForTurn(): Promise<void> {
    return new Promise((resolve) => {
      this.deps.budget.queueDrawing((done) => {
        this.endTurn = done;
        resolve();
      });
    });
  }

  private releaseTurn(): void {
    const { endTurn } = this;
    this.endTurn = undefined;
    endTurn?.();
  }

  private requireOpen(): void {
    if (this.store.isDisposed) {
      throw new SessionError(
        'DETACHED',
        `The viewer was detached from session ${this.sessionId} before its first drawing. Attach again.`,
      );
    }
  }
}
