import type { Clock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { DisposableStore } from '../../base/lifecycle';
import { Coalescer } from '../../pty/flow/coalescer';
import type { Dimensions } from '../../pty/ptyProcess';
import type {
  Attachment,
  RedrawScope,
  SessionInfo,
  SessionService,
} from '../../pty/sessionService';
import type { AttachCall } from '../protocol/calls';
import type { FrameKind } from '../protocol/frame';
import type { HostNote } from '../protocol/notes';
import type { ClientBudget } from './clientBudget';
import { joinBytes } from './joinBytes';
import { STREAM_CREDIT_BYTES } from './limits';

/** How a stream reaches its client. */
export interface StreamDeps {
  readonly clock: Pick<Clock, 'schedule'>;
  readonly budget: ClientBudget;
  send(frame: { kind: FrameKind; stream: number; seq: number; content: Uint8Array }): void;
  sendNote(note: HostNote): void;
}

type Phase =
  /** The client is sent all. */
  | 'live'
  /** It is sent nothing, for it has not taken what it was sent; it is drawn the screen when it has. */
  | 'behind'
  /** Its drawing is due or under way. */
  | 'redrawing';

/** One viewer of a session, in another process. Whatever it does or does not read, the session goes on. */
export class ViewerStream {
  private readonly store = new DisposableStore();
  private readonly output: Coalescer<Uint8Array>;
  private attachment: Attachment | undefined;
  private phase: Phase = 'live';
  private seq = 0;
  private unacknowledged = 0;
  /** What of that is of drawings, which may be larger than all output that is sent ahead. */
  private unacknowledgedDrawn = 0;
  /** Whether the viewer itself has said that it drops what it is sent. */
  private isBehindItself = false;
  private ended: SessionInfo | undefined;
  private isRemoved = false;
  private endTurn: (() => void) | undefined;
  /** What came before the attachment was there. */
  private early: ((attachment: Attachment) => void)[] = [];

  constructor(
    private readonly call: AttachCall,
    private readonly deps: StreamDeps,
  ) {
    this.output = this.store.add(
      new Coalescer<Uint8Array>(deps.clock, joinBytes, (bytes) => this.sendOutput(bytes)),
    );
  }

  get sessionId(): string {
    return this.call.id;
  }

  /** Settles once the first drawing was sent. @throws {SessionError} `SESSION_NOT_FOUND`, `DETACHED`. */
  async attach(sessions: Pick<SessionService, 'attach'>): Promise<void> {
    await this.turn();
    try {
      this.requireOpen();
      const { id, dimensions, scrollback, isTerminal } = this.call;
      const attachment = await sessions.attach(id, {
        ...{ dimensions, scrollback, isTerminal },
        onData: (text) => this.sendDrawing(text),
        onBytes: (bytes) => this.push(bytes),
        onExit: (session) => this.handleExit(session),
      });
      this.store.add(attachment);
      this.requireOpen();
      this.attachment = attachment;
      this.early.forEach((run) => run(attachment));
      this.early = [];
      // What came while it was drawn first may not have had room.
      this.catchUp();
    } finally {
      this.releaseTurn();
    }
  }

  /** Calls `run` as soon as the viewer is there; never if it does not come to be, or its session is gone. */
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

  /** What somebody types; its echo is not to wait until it can be joined with more. */
  type(data: string | Uint8Array): void {
    this.output.hurry();
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
      this.draw(attachment, scope, (screen) => {
        this.isBehindItself &&= scope === 'screen';
        this.output.flush();
        this.deps.sendNote({ note: 'redrawn', stream, redraw });
        this.sendDrawing(screen);
      });
    });
  }

  /** The client has taken so many bytes. */
  credit(bytes: number): void {
    this.unacknowledged = Math.max(0, this.unacknowledged - bytes);
    this.unacknowledgedDrawn = Math.max(0, this.unacknowledgedDrawn - bytes);
    this.catchUp();
    this.deps.budget.handleRead();
  }

  /** Sends what waits to be joined with more. */
  flush(): void {
    this.output.flush();
  }

  /** The session has left the list, and nothing draws it any more. */
  handleRemoved(): void {
    this.isRemoved = true;
    this.releaseTurn();
    if (this.ended) {
      this.tellExit(this.ended);
    }
  }

  dispose(): void {
    this.early = [];
    this.store.dispose();
    this.releaseTurn();
  }

  private get isOver(): boolean {
    return this.isRemoved || this.store.isDisposed;
  }

  private push(bytes: Uint8Array): void {
    if (this.phase === 'live') {
      this.output.push(bytes);
    }
  }

  private sendOutput(bytes: Uint8Array): void {
    const credit = STREAM_CREDIT_BYTES + this.unacknowledgedDrawn;
    const fits = this.unacknowledged + bytes.length <= credit;
    if (fits && this.deps.budget.hasRoom(bytes.length)) {
      this.send('output', bytes);
      return;
    }
    this.phase = 'behind';
    this.attachment?.fallBehind();
    this.catchUp();
  }

  /** Draws the screen for a client that was not sent all, as soon as it can take that. */
  private catchUp(): void {
    const { attachment } = this;
    const isReady = this.unacknowledged <= STREAM_CREDIT_BYTES / 2;
    if (this.phase !== 'behind' || !attachment || !isReady) {
      return;
    }
    this.phase = 'redrawing';
    this.draw(attachment, 'all', (screen) => this.showGap(screen));
  }

  private showGap(screen: string): void {
    if (screen !== '') {
      this.deps.sendNote({ note: 'gap', stream: this.call.stream });
      this.sendDrawing(screen);
    }
    this.phase = 'live';
    if (this.isBehindItself) {
      this.attachment?.fallBehind();
    }
    if (this.ended) {
      this.tellExit(this.ended);
    }
  }

  private sendDrawing(text: string): void {
    const content = Buffer.from(text);
    this.unacknowledgedDrawn += content.length;
    this.deps.budget.handleDrawn(content.length);
    this.send('drawing', content);
  }

  private send(kind: FrameKind, content: Uint8Array): void {
    this.unacknowledged += content.length;
    const seq = ++this.seq;
    this.deps.send({ kind, stream: this.call.stream, seq, content });
  }

  /** An end is told after the last screen, which a client that is behind has yet to see. */
  private handleExit(session: SessionInfo): void {
    this.output.flush();
    this.ended = session;
    if (this.phase === 'live') {
      this.tellExit(session);
    }
  }

  private tellExit(session: SessionInfo): void {
    this.ended = undefined;
    this.deps.sendNote({ note: 'exit', stream: this.call.stream, session });
  }

  private draw(attachment: Attachment, scope: RedrawScope, show: (screen: string) => void): void {
    this.deps.budget.whenCalm((done) => {
      if (this.isOver) {
        // Nothing draws it any more.
        done();
        return;
      }
      this.endTurn = done;
      attachment.redraw(scope, (screen) => {
        try {
          show(screen);
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
