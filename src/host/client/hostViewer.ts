import { clampDimensions } from '../../pty/ptyDimensions';
import type { Dimensions } from '../../pty/ptyProcess';
import type { AttachOptions, Attachment, RedrawScope, SessionInfo } from '../../pty/sessionService';
import { ViewerCalls } from '../../pty/session/viewerCalls';
import type { AttachCall } from '../protocol/calls';
import type { Frame } from '../protocol/frame';
import type { ClientNote } from '../protocol/notes';
import type { StreamNote, StreamTarget } from './hostStreams';

/** What the viewers of a window do on the connection that they share. */
export interface ViewerWire {
  send(note: ClientNote): void;
  /** Keystrokes of one viewer, in order with whatever else is typed. */
  type(viewer: HostViewer, data: string | Uint8Array): void;
  /** A number that no other redraw has. */
  nextRedraw(): number;
  leave(viewer: HostViewer): void;
  /** A viewer threw what nobody else is to suffer from; said of its first fault alone. */
  handleError(viewer: HostViewer, error: unknown): void;
}

interface PendingRedraw {
  readonly redraw: number;
  readonly scope: RedrawScope;
  readonly onScreen: (screen: string) => void;
}

/**
 * One viewer of a session that lives in a host. It outlives the connection: after another one was made
 * its screen is drawn anew, and what it has asked for is asked for again.
 */
export class HostViewer implements Attachment, StreamTarget {
  private decoder = new TextDecoder();
  /** In the order in which they were asked for. */
  private redraws: readonly PendingRedraw[] = [];
  /** The redraw that the next drawing is the answer to. */
  private announced: number | undefined;
  /** Whether the host knows this viewer, so that notes reach it. */
  private isJoined = false;
  private asked = false;
  /** Whether it has asked over this connection. */
  private isAsking = false;
  private isBehind = false;
  private isOver = false;
  private readonly calls: ViewerCalls;
  private dimensions: Dimensions | undefined;
  private toldDimensions: Dimensions | undefined;
  /** Whether its session has ended, and it was told. */
  private hasEnded = false;
  stream = 0;

  constructor(
    /** The session as it was when this viewer came. */
    readonly session: SessionInfo,
    private readonly options: AttachOptions,
    private readonly wire: ViewerWire,
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

  /** Whether it has asked the host to let it join before. */
  get hasAsked(): boolean {
    return this.asked;
  }

  /** Whether the connection that there is has been asked already. */
  get isKnown(): boolean {
    return this.isAsking;
  }

  /** What asks the host to let this viewer join. */
  call(isReturning: boolean): AttachCall {
    const { scrollback, isTerminal } = this.options;
    this.asked = true;
    this.isAsking = true;
    this.toldDimensions = this.dimensions;
    const { sessionId: id, stream, dimensions } = this;
    return { id, stream, dimensions, scrollback, isTerminal, isReturning };
  }

  /** The host knows it now: it is told what was wanted meanwhile. */
  handleJoined(): void {
    this.isJoined = true;
    if (this.dimensions && this.dimensions !== this.toldDimensions) {
      this.tellSize(this.dimensions);
    }
    if (this.isBehind || this.redraws.length > 0) {
      this.tell({ note: 'fallBehind', stream: this.stream });
    }
    this.redraws.forEach((pending) => this.ask(pending));
  }

  /** The connection is gone; what comes over the next one begins with a drawing. */
  handleDropped(): void {
    this.isAsking = false;
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

  handleNote(note: StreamNote): void {
    switch (note.note) {
      case 'redrawn':
        this.announced = note.redraw;
        break;
      case 'exit':
        this.end(note.session);
        break;
      case 'gap':
        // The drawing resets the terminal itself.
        break;
    }
  }

  handleGap(): void {
    this.fallBehind();
    this.redraw('all', (screen) => this.options.onData(screen));
  }

  /** The session's last program has ended; told once, after the last output. */
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

  /** The session has left the list: when its end was told, nothing can be done with it any more. */
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
    this.tellSize(this.dimensions);
  }

  fallBehind(): void {
    this.isBehind = true;
    this.tell({ note: 'fallBehind', stream: this.stream });
  }

  redraw(scope: RedrawScope, onScreen: (screen: string) => void): void {
    const pending = { redraw: this.wire.nextRedraw(), scope, onScreen };
    this.redraws = [...this.redraws, pending];
    if (scope === 'all') {
      this.isBehind = false;
    }
    this.ask(pending);
  }

  dispose(): void {
    if (!this.calls.hasLeft) {
      this.calls.leave();
      this.redraws = [];
      this.wire.leave(this);
    }
  }

  /** Whether a drawing is on its way that holds all that comes before it. */
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
    // The host answers in order: what was asked before has got no answer, and goes on without.
    this.redraws.slice(0, at).forEach(({ onScreen }) => this.calls.run(() => onScreen('')));
    this.redraws = this.redraws.slice(at + 1);
    if (pending.scope === 'all') {
      this.decoder = new TextDecoder();
    }
    this.calls.run(() => pending.onScreen(screen));
  }

  private ask({ redraw, scope }: PendingRedraw): void {
    this.tell({ note: 'redraw', stream: this.stream, scope, redraw });
  }

  private tellSize(dimensions: Dimensions): void {
    this.tell({ note: 'resizeViewer', stream: this.stream, dimensions });
  }

  /** What is no number does not cross a socket. */
  private clamp(wanted: Dimensions): Dimensions {
    return clampDimensions(wanted, this.dimensions ?? this.session.dimensions);
  }

  private tell(note: ClientNote): void {
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
