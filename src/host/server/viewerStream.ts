import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { joinBytes } from '../../pty/flow/coalescer';
import { OutputFlow } from '../../pty/flow/outputFlow';
import type { OutputSink } from '../../pty/flow/outputSink';
import type { Dimensions } from '../../pty/ptyProcess';
import { requireSession, type SessionLookup } from '../../pty/sessionBackend';
import type { Attachment, RedrawScope, SessionInfo } from '../../pty/sessionService';
import type { FrameKind } from '../protocol/frame';
import type { AttachMessage, HostMessage } from '../protocol/messages';
import { CLIENT_WATERMARKS, STREAM_HELD_BYTES, STREAM_WATERMARKS } from './limits';

/** The client of a stream. */
export interface StreamClient {
  readonly clock: Pick<Clock, 'schedule'>;
  /** The bytes that were sent to it and wait in this process. */
  readonly waiting: number;
  send(kind: FrameKind, stream: number, content: Uint8Array): void;
  sendMessage(note: HostMessage): void;
}

/**
 * One viewer of a session in another process. Sends it the output, as far as it acknowledges what it
 * has received, and performs what it requests.
 */
export class ViewerStream implements OutputSink<Uint8Array>, Disposable {
  private readonly store = new DisposableStore();
  private readonly flow: OutputFlow<Uint8Array>;
  private attachment: Attachment | undefined;
  /** What the viewer requested before it was attached. */
  private requested: ((attachment: Attachment) => void)[] = [];
  /** Whether the viewer itself drops output until it is redrawn completely. */
  private isViewerBehind = false;
  private isRemoved = false;
  private unacknowledged = 0;
  /** The part of it that is drawings, which may be larger than the limit of output. */
  private unacknowledgedDrawn = 0;

  constructor(
    private readonly call: AttachMessage,
    private readonly client: StreamClient,
  ) {
    const { clock } = client;
    const source = {
      fallBehind: () => this.attachment?.fallBehind(),
      redraw: (scope: RedrawScope, onScreen: (screen: string) => void) =>
        this.redrawMissed(scope, onScreen),
    };
    this.flow = this.store.add(
      new OutputFlow({
        clock,
        sink: this,
        source: () => this.attachment && source,
        join: joinBytes,
        heldLimit: STREAM_HELD_BYTES,
      }),
    );
  }

  /** The output that waits for room, in bytes. */
  get heldBytes(): number {
    return this.flow.heldLength;
  }

  get sessionId(): string {
    return this.call.id;
  }

  /**
   * Settles once the first drawing has been sent. @throws {SessionError} `SESSION_NOT_FOUND`,
   * `DETACHED`.
   */
  async attach(sessions: SessionLookup<'attach'>): Promise<void> {
    const { id, dimensions, scrollback, isTerminal } = this.call;
    const attachment = await requireSession(sessions, id).attach({
      dimensions,
      scrollback,
      isTerminal,
      onData: (text) => this.draw(text),
      onBytes: (bytes) => this.flow.push(bytes),
      onExit: (session) => this.handleExit(session),
    });
    this.store.add(attachment);
    if (this.store.isDisposed) {
      throw new SessionError(
        'DETACHED',
        `The viewer was detached from session ${id} before its first drawing. Attach again.`,
      );
    }
    this.attachment = attachment;
    this.requested.splice(0).forEach((run) => run(attachment));
  }

  /** Writes input. Returns whether the viewer is attached, so that it can. */
  type(data: string | Uint8Array): boolean {
    if (!this.isRemoved) {
      this.attachment?.write(data);
    }
    return this.attachment !== undefined;
  }

  resize(dimensions: Dimensions): void {
    this.whenAttached((attachment) => attachment.resize(dimensions));
  }

  fallBehind(): void {
    this.isViewerBehind = true;
    this.whenAttached((attachment) => attachment.fallBehind());
  }

  /** Sends the drawing that the viewer requested. */
  redraw(scope: RedrawScope): void {
    this.whenAttached((attachment) =>
      attachment.redraw(scope, (screen) => {
        this.isViewerBehind &&= scope === 'screen';
        this.flow.discard();
        this.sendDrawing('redrawn', screen);
      }),
    );
  }

  /** The client has processed this many bytes. */
  acknowledge(bytes: number): void {
    this.unacknowledged = Math.max(0, this.unacknowledged - bytes);
    this.unacknowledgedDrawn = Math.max(0, this.unacknowledgedDrawn - bytes);
    this.flow.handleDrained();
  }

  /** The client has read what was sent. */
  handleRead(): void {
    this.flow.handleDrained();
  }

  /** Sends the output that waits to be joined with more. */
  flush(): void {
    this.flow.flush();
  }

  /** The session was removed, so it cannot be drawn any more. */
  handleRemoved(): void {
    this.isRemoved = true;
    this.flow.abandon();
  }

  hasRoom(length: number): boolean {
    const output = this.unacknowledged - this.unacknowledgedDrawn;
    const isWithin = output + length <= STREAM_WATERMARKS.high;
    return isWithin && this.client.waiting - this.unacknowledgedDrawn <= CLIENT_WATERMARKS.high;
  }

  get isDrained(): boolean {
    const isRead = this.client.waiting <= CLIENT_WATERMARKS.low;
    return isRead && this.unacknowledged <= STREAM_WATERMARKS.low;
  }

  write(bytes: Uint8Array): void {
    this.unacknowledged += bytes.length;
    this.client.send('output', this.call.stream, bytes);
  }

  draw(screen: string): void {
    this.sendDrawing('drawing', screen);
  }

  dispose(): void {
    this.requested = [];
    this.store.dispose();
  }

  private whenAttached(run: (attachment: Attachment) => void): void {
    if (this.isRemoved) {
      return;
    }
    if (this.attachment) {
      run(this.attachment);
    } else {
      this.requested.push(run);
    }
  }

  private handleExit(session: SessionInfo): void {
    const { stream } = this.call;
    this.flow.end(() => this.client.sendMessage({ note: 'exit', stream, session }));
  }

  /** After a redraw that this stream started, a viewer that itself drops output is still behind. */
  private redrawMissed(scope: RedrawScope, onScreen: (screen: string) => void): void {
    this.attachment?.redraw(scope, (screen) => {
      onScreen(screen);
      if (this.isViewerBehind) {
        this.attachment?.fallBehind();
      }
    });
  }

  private sendDrawing(kind: FrameKind, screen: string): void {
    const content = Buffer.from(screen);
    this.unacknowledged += content.length;
    this.unacknowledgedDrawn += content.length;
    this.client.send(kind, this.call.stream, content);
  }
}
