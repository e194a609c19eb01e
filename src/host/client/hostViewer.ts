import { clampDimensions } from '../../pty/ptyDimensions';
import type { Dimensions } from '../../pty/ptyProcess';
import type { AttachOptions, Attachment, RedrawScope, SessionInfo } from '../../pty/sessionService';
import { ViewerCalls } from '../../pty/session/viewerCalls';
import type { AttachCall } from '../protocol/calls';
import type { Frame } from '../protocol/frame';
import type { ClientMessage } from '../protocol/messages';
import type { StreamMessage, StreamTarget } from './hostStreams';

/** The calls of viewers to the connection that they share. */
export interface ViewerConnection {
  send(note: ClientMessage): void;
  /** Sends input of one viewer, in order with all other input. */
  type(viewer: HostViewer, data: string | Uint8Array): void;
  /** Returns a number that no other redraw has. */
  nextRedraw(): number;
  detach(viewer: HostViewer): void;
  /** Logs an error that a viewer's callback threw; called for its first error only. */
  handleError(viewer: HostViewer, error: unknown): void;
}

interface PendingRedraw {
  readonly redraw: number;
  readonly scope: RedrawScope;
  readonly onScreen: (screen: string) => void;
}

/**
 * One viewer of a session in a host. It outlives the connection: after a reconnection its screen is
 * drawn again, and its pending requests are sent again.
 */
export class HostViewer implements Attachment, StreamTarget {
  private decoder = new TextDecoder();
  /** In the order in which they were requested. */
  private redraws: readonly PendingRedraw[] = [];
  /** The redraw that the next drawing answers. */
  private announced: number | undefined;
  /** Whether the host has attached this viewer, so that it accepts its messages. */
  private isJoined = false;
  private hasEverCalled = false;
  /** Whether it has sent its attach call over this connection. */
  private hasCalledNow = false;
  private isBehind = false;
  private isOver = false;
  private readonly calls: ViewerCalls;
  private dimensions: Dimensions | undefined;
  private sentDimensions: Dimensions | undefined;
  /** Whether its session has ended and `onExit` was called. */
  private hasEnded = false;
  stream = 0;

  constructor(
    /** The session at the time of the attach. */
    readonly session: SessionInfo,
    private readonly options: AttachOptions,
    private readonly wire: ViewerConnection,
  ) {
    this.dimensions = options.dimensions && this.clamp(options.dimensions);
    this.calls = new ViewerCalls(session.id, (error) => wire.handleError(this, error));
  }

  get sessionId(): string {
    return this.session.id;
  }

  get isDetached(): boolean {
    return this.calls.hasLeft;
  }

  /** Whether it has ever sent its attach call. */
  get wasAttaching(): boolean {
    return this.hasEverCalled;
  }

  /** Whether it has sent its attach call over the current connection. */
  get hasCalled(): boolean {
    return this.hasCalledNow;
  }

  /** Returns the parameters of the attach call, and records that it was sent. */
  call(isReturning: boolean): AttachCall {
    const { scrollback, isTerminal } = this.options;
    this.hasEverCalled = true;
    this.hasCalledNow = true;
    this.sentDimensions = this.dimensions;
    const { sessionId: id, stream, dimensions } = this;
    return { id, stream, dimensions, scrollback, isTerminal, isReturning };
  }

  /** The host has attached it: sends what was requested meanwhile. */
  handleJoined(): void {
    this.isJoined = true;
    if (this.dimensions && this.dimensions !== this.sentDimensions) {
      this.sendSize(this.dimensions);
    }
    if (this.isBehind || this.redraws.length > 0) {
      this.sendMessage({ note: 'fallBehind', stream: this.stream });
    }
    this.redraws.forEach((pending) => this.requestRedraw(pending));
  }

  /** The connection was lost. The next one starts with a drawing. */
  handleDropped(): void {
    this.hasCalledNow = false;
    this.isJoined = false;
    this.announced = undefined;
    this.decoder = new TextDecoder();
  }

  handleFrame({ kind, content }: Frame): void {
    if (kind === 'output') {
      this.handleOutput(content);
    } else if (kind === 'drawing') {
      this.handleDrawing(Buffer.from(content).toString());
    }
  }

  handleMessage(note: StreamMessage): void {
    switch (note.note) {
      case 'redrawn':
        this.announced = note.redraw;
        break;
      case 'exit':
        this.end(note.session);
        break;
      case 'gap':
        // Nothing to do: the drawing that follows resets the terminal.
        break;
    }
  }

  handleGap(): void {
    this.fallBehind();
    this.redraw('all', (screen) => this.options.onData(screen));
  }

  /** The session's last program has ended. Calls `onExit` once, after the last output. */
  end(session: SessionInfo): void {
    if (this.hasEnded) {
      return;
    }
    this.hasEnded = true;
    if (!this.isAwaitingAll) {
      this.pass(this.decoder.decode());
    }
    this.calls.run(() => this.options.onExit(session));
    if (this.isOver) {
      this.dispose();
    }
  }

  /** The session was removed. After `onExit` the viewer is of no more use. */
  handleRemoved(): void {
    this.isOver = true;
    if (this.hasEnded) {
      this.dispose();
    }
  }

  write(data: string | Uint8Array): void {
    this.calls.requireAttached();
    this.wire.type(this, data);
  }

  resize(dimensions: Dimensions): void {
    this.calls.requireAttached();
    this.dimensions = this.clamp(dimensions);
    this.sendSize(this.dimensions);
  }

  fallBehind(): void {
    this.isBehind = true;
    this.sendMessage({ note: 'fallBehind', stream: this.stream });
  }

  redraw(scope: RedrawScope, onScreen: (screen: string) => void): void {
    const pending = { redraw: this.wire.nextRedraw(), scope, onScreen };
    this.redraws = [...this.redraws, pending];
    if (scope === 'all') {
      this.isBehind = false;
    }
    this.requestRedraw(pending);
  }

  dispose(): void {
    if (!this.calls.hasLeft) {
      this.calls.leave();
      this.redraws = [];
      this.wire.detach(this);
    }
  }

  /** Whether a complete drawing is pending, which includes all output before it. */
  private get isAwaitingAll(): boolean {
    return this.redraws.some(({ scope }) => scope === 'all');
  }

  private handleOutput(bytes: Uint8Array): void {
    const { onBytes } = this.options;
    if (this.hasEnded || this.isAwaitingAll) {
      return;
    }
    if (!onBytes) {
      this.pass(this.decoder.decode(bytes, { stream: true }));
    } else if (bytes.length > 0) {
      this.calls.run(() => onBytes(bytes));
    }
  }

  private handleDrawing(screen: string): void {
    const { announced } = this;
    this.announced = undefined;
    if (announced !== undefined) {
      this.handleRedrawn(announced, screen);
    } else if (!this.hasEnded && !this.isAwaitingAll) {
      this.decoder = new TextDecoder();
      this.pass(screen);
    }
  }

  private handleRedrawn(redraw: number, screen: string): void {
    const at = this.redraws.findIndex((pending) => pending.redraw === redraw);
    const pending = this.redraws[at];
    if (!pending) {
      return;
    }
    // The host answers in order, so earlier redraws will not be answered. They end without a
    // drawing.
    this.redraws.slice(0, at).forEach(({ onScreen }) => this.calls.run(() => onScreen('')));
    this.redraws = this.redraws.slice(at + 1);
    if (pending.scope === 'all') {
      this.decoder = new TextDecoder();
    }
    this.calls.run(() => pending.onScreen(screen));
  }

  private requestRedraw({ redraw, scope }: PendingRedraw): void {
    this.sendMessage({ note: 'redraw', stream: this.stream, scope, redraw });
  }

  private sendSize(dimensions: Dimensions): void {
    this.sendMessage({ note: 'resizeViewer', stream: this.stream, dimensions });
  }

  /** Invalid numbers cannot be sent as JSON. */
  private clamp(wanted: Dimensions): Dimensions {
    return clampDimensions(wanted, this.dimensions ?? this.session.dimensions);
  }

  private sendMessage(note: ClientMessage): void {
    if (this.isJoined && !this.calls.hasLeft) {
      this.wire.send(note);
    }
  }

  private pass(text: string): void {
    if (text !== '') {
      this.calls.run(() => this.options.onData(text));
    }
  }
}
