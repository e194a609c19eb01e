import assert from 'node:assert/strict';
import { ClientBudget } from '../../../src/host/server/clientBudget';
import { ViewerStream } from '../../../src/host/server/viewerStream';
import type { HostMessage } from '../../../src/host/protocol/messages';
import { ManualClock } from '../manualClock';
import { drawnPosition, numberedOutput, NumberedSession } from '../pty/numberedSession';

/** From this on a socket reports that all of it was read. */
const SOCKET_HIGH_WATERMARK = 16 * 1024;
const NOTE_BYTES = 100;

type Kind = 'output' | 'drawing' | 'note';

interface Sent {
  readonly stream: ReceivedStream;
  readonly kind: Kind;
  unread: number;
  readonly arrive: () => void;
}

/** One stream as its client has received it. */
export class ReceivedStream {
  /** The position until which the session's output was sent to the client. */
  sent = 0;
  /** The position until which the client has received it. */
  shown = 0;
  gaps = 0;
  /** Whether its exit was sent. */
  hasEnded = false;
  hasExit = false;
  /**
   * Whether output may be dropped while the session's viewer is not behind: the client has requested a drawing,
   * perhaps while the stream was behind.
   */
  mayDrop = false;
  private isDrawingDue = true;

  constructor(
    readonly session: NumberedSession,
    readonly viewer: ViewerStream,
    /** Whether its client acknowledges what it has read. */
    readonly isAcknowledged: boolean,
  ) {}

  /** The output that the host holds for it. */
  get held(): number {
    const isHeld = this.session.isFollowed && !this.mayDrop && !this.hasEnded;
    return isHeld ? this.session.printed - this.sent : 0;
  }

  receive(kind: 'output' | 'drawing', content: Uint8Array): void {
    if (kind === 'output') {
      const expected = numberedOutput(this.shown, content.length);
      assert.ok(Buffer.compare(content, expected) === 0, `${this.session.id}: output is in order`);
      this.shown += content.length;
    } else {
      const position = drawnPosition(Buffer.from(content).toString());
      assert.ok(
        this.isDrawingDue || position === this.shown,
        `${this.session.id}: a gap is announced`,
      );
      assert.ok(
        position >= this.shown,
        `${this.session.id}: a drawing is not older than the output`,
      );
      this.isDrawingDue = false;
      this.shown = position;
    }
    if (this.isAcknowledged) {
      this.viewer.credit(content.length);
    }
  }

  handleMessage({ note }: HostMessage): void {
    if (note === 'exit') {
      this.hasExit = true;
      assert.equal(this.shown, this.session.printed, `${this.session.id}: all before the exit`);
    } else {
      assert.ok(note === 'gap' || note === 'redrawn', note);
      this.gaps += note === 'gap' ? 1 : 0;
      this.isDrawingDue = true;
    }
  }
}

/** A client that reads what the test requests, and the streams to it of numbered sessions. */
export class StreamingClient {
  private readonly clock = new ManualClock();
  private readonly unread: Sent[] = [];
  private isDrainDue = false;
  private redraws = 0;
  private readonly budget = new ClientBudget(this);
  readonly streams: ReceivedStream[] = [];
  sent = 0;
  waiting = 0;

  /** The last output of sessions that have ended is not included: it is sent at once. */
  get waitingOutput(): number {
    const output = this.unread.filter(({ kind, stream }) => kind === 'output' && !stream.hasEnded);
    return output.reduce((sum, { unread }) => sum + unread, 0);
  }

  get held(): number {
    return this.streams.reduce((sum, { held }) => sum + held, 0);
  }

  /** Attaches a viewer to a new session. Its first drawing is sent when the client has read enough. */
  open({ isAcknowledged = true, drawingLength = 20 } = {}): ReceivedStream {
    const id = `session-${this.streams.length}`;
    const session = new NumberedSession(id, drawingLength);
    let stream: ReceivedStream | undefined = undefined;
    const received = (): ReceivedStream => {
      assert.ok(stream);
      return stream;
    };
    const viewer = new ViewerStream(
      { id, stream: this.streams.length },
      {
        clock: this.clock,
        budget: this.budget,
        send: ({ kind, content }) => this.handleSent(received(), kind, content),
        sendMessage: (note) => this.handleMessage(received(), note),
      },
    );
    stream = new ReceivedStream(session, viewer, isAcknowledged);
    this.streams.push(stream);
    // A viewer that is detached first is not attached.
    void viewer.attach({ find: () => session }).catch(() => undefined);
    return stream;
  }

  detach(stream: ReceivedStream): void {
    stream.viewer.dispose();
    this.streams.splice(this.streams.indexOf(stream), 1);
  }

  redraw(stream: ReceivedStream): void {
    stream.mayDrop = true;
    stream.viewer.redraw('all', ++this.redraws);
  }

  /** Reads this many bytes, or all if fewer wait. */
  read(bytes: number): void {
    let left = bytes;
    for (let next = this.unread[0]; next && left > 0; next = this.unread[0]) {
      const read = Math.min(left, next.unread);
      next.unread -= read;
      this.waiting -= read;
      left -= read;
      if (next.unread === 0) {
        this.unread.shift();
        next.arrive();
      }
      this.handleRead();
    }
  }

  /** Output that waited to be joined with later output is sent. */
  flush(): void {
    this.clock.advance(5);
  }

  /** Waits until the drawings that sessions have completed were sent. */
  async settle(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
  }

  dispose(): void {
    this.streams.forEach(({ viewer }) => viewer.dispose());
  }

  private handleSent(stream: ReceivedStream, kind: string, content: Uint8Array): void {
    assert.ok(kind === 'output' || kind === 'drawing');
    stream.sent =
      kind === 'output'
        ? stream.sent + content.length
        : drawnPosition(Buffer.from(content).toString());
    const arrive = (): void => stream.receive(kind, content);
    this.push({ stream, kind, unread: content.length, arrive });
  }

  private handleMessage(stream: ReceivedStream, note: HostMessage): void {
    stream.hasEnded ||= note.note === 'exit';
    const arrive = (): void => stream.handleMessage(note);
    this.push({ stream, kind: 'note', unread: NOTE_BYTES, arrive });
  }

  private push(entry: Sent): void {
    this.unread.push(entry);
    this.waiting += entry.unread;
    this.sent += entry.unread;
    this.isDrainDue ||= this.waiting >= SOCKET_HIGH_WATERMARK;
  }

  private handleRead(): void {
    if (this.waiting === 0 && this.isDrainDue) {
      this.isDrainDue = false;
      this.budget.handleRead();
    }
  }
}
