import { SessionError } from '../../base/errors';
import { DisposableStore } from '../../base/lifecycle';
import type { Dimensions } from '../../pty/ptyProcess';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import type { Attachment, RedrawScope, SessionInfo } from '../../pty/sessionService';
import type { AttachCall } from '../protocol/calls';
import { StreamSink, type StreamDeps } from './streamSink';

/**
 * One viewer of a session, in another process: it is sent the output, and what it requests is done. Of all
 * drawings for its client, one is made at a time.
 */
export class ViewerStream {
  private readonly store = new DisposableStore();
  private readonly sink: StreamSink;
  private attachment: Attachment | undefined;
  /** Whether the viewer itself drops what it is sent, until it is redrawn whole. */
  private isBehindItself = false;
  private isRemoved = false;
  private endTurn: (() => void) | undefined;
  /** What is to be done once the session is attached. */
  private early: ((attachment: Attachment) => void)[] = [];

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

  /** Settles once the first drawing was sent. @throws {SessionError} `SESSION_NOT_FOUND`, `DETACHED`. */
  async attach(sessions: SessionLookup<'attach'>): Promise<void> {
    await this.turn();
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
      this.early.forEach((run) => run(attachment));
      this.early = [];
    } finally {
      this.releaseTurn();
    }
  }

  /** Calls `run` as soon as the session is attached; never if it cannot be, or is gone. */
  whenAttached(run: (attachment: Attachment) => void): void {
    if (this.isOver) {
      return;
    }
    if (this.attachment) {
      run(this.attachment);
    } else {
      this.early.push(run);
    }
  }

  /** What a person types; its echo does not wait until it can be joined with more. */
  type(data: string | Uint8Array): void {
    this.sink.flow.hurry();
    this.whenAttached((attachment) => attachment.write(data));
  }

  resize(dimensions: Dimensions): void {
    this.whenAttached((attachment) => attachment.resize(dimensions));
  }

  fallBehind(): void {
    this.isBehindItself = true;
    this.whenAttached((attachment) => attachment.fallBehind());
  }

  /** The drawing that the viewer asks for under that number. */
  redraw(scope: RedrawScope, redraw: number): void {
    const { stream } = this.call;
    this.whenAttached((attachment) => {
      this.redrawInTurn(attachment, scope, (screen) => {
        this.isBehindItself &&= scope === 'screen';
        this.sink.flow.flush();
        this.deps.sendNote({ note: 'redrawn', stream, redraw });
        this.sink.sendDrawing(screen);
      });
    });
  }

  /** The client has taken so many bytes. */
  credit(bytes: number): void {
    this.sink.credit(bytes);
  }

  /** Sends what waits to be joined with more. */
  flush(): void {
    this.sink.flow.flush();
  }

  /** The session has left the list, and cannot be drawn any more. */
  handleRemoved(): void {
    this.isRemoved = true;
    this.releaseTurn();
    this.sink.flow.abandon();
  }

  dispose(): void {
    this.early = [];
    this.store.dispose();
    this.releaseTurn();
  }

  private get isOver(): boolean {
    return this.isRemoved || this.store.isDisposed;
  }

  private handleExit(session: SessionInfo): void {
    const { stream } = this.call;
    this.sink.flow.end(() => this.deps.sendNote({ note: 'exit', stream, session }));
  }

  /** A redraw of ours does not make a viewer whole that drops output itself. */
  private redrawGap(
    attachment: Attachment,
    scope: RedrawScope,
    onScreen: (screen: string) => void,
  ): void {
    this.redrawInTurn(attachment, scope, (screen) => {
      onScreen(screen);
      if (this.isBehindItself) {
        attachment.fallBehind();
      }
    });
  }

  private redrawInTurn(
    attachment: Attachment,
    scope: RedrawScope,
    onScreen: (screen: string) => void,
  ): void {
    this.deps.budget.whenCalm((done) => {
      if (this.isOver) {
        // It cannot be drawn any more.
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

  private turn(): Promise<void> {
    return new Promise((resolve) => {
      this.deps.budget.whenCalm((done) => {
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
        `The viewer has left session ${this.sessionId} before it was drawn: attach again.`,
      );
    }
  }
}
