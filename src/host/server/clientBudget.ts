import { HoldLimit } from '../../pty/flow/holdLimit';
import { CLIENT_WAITING_BYTES } from './limits';

/** Creates a drawing and sends it, then calls `done`. */
type Drawing = (done: () => void) => void;

/** The connection to the client, in bytes. */
interface BudgetedConnection {
  /** All that was sent. */
  readonly sent: number;
  /** The part of it that waits in this process because the client has not read it. */
  readonly waiting: number;
}

/** Called when a stream that was refused may send. */
interface RefusedStream {
  handleDrained(): void;
}

/**
 * Limits what waits in this process for a client that reads slowly or not at all. Drawings may be
 * large, so they are created one at a time, and only while little waits. While a drawing is due,
 * output has a lower limit, so that the drawing is not delayed indefinitely. Streams that were
 * refused send in the order of their refusals, one piece at a time, and before all others, so that a
 * quiet stream does not wait for all output of the floods beside it.
 */
export class ClientBudget {
  /** Limits what the streams of the client hold together. */
  readonly holdLimit = new HoldLimit(CLIENT_WAITING_BYTES.held);
  private queue: readonly Drawing[] = [];
  private isDrawing = false;
  /** The length of the piece for which each had no room, in the order of their turns. */
  private readonly refused = new Map<RefusedStream, number>();
  /** The stream that may send one piece while others wait. */
  private turn: RefusedStream | undefined;
  /**
   * The drawings that the client has not read, as positions in all that was sent. They do not count
   * against output; otherwise a drawing larger than the limit would block output and be followed by
   * the next drawing.
   */
  private drawings: readonly { readonly from: number; readonly to: number }[] = [];

  constructor(private readonly connection: BudgetedConnection) {}

  /** Whether output of this many bytes may be sent now that is dropped otherwise: no stream waits. */
  hasRoom(bytes: number): boolean {
    return this.refused.size === 0 && this.fits(bytes);
  }

  /**
   * Whether a stream may send output of this many bytes now; it must then do so. Otherwise it is
   * called in its turn, after the client has read.
   */
  requestRoom(stream: RefusedStream, bytes: number): boolean {
    const isNext = this.refused.size === 0 || this.turn === stream;
    if (isNext && this.fits(bytes)) {
      this.turn = undefined;
      return true;
    }
    this.refused.set(stream, bytes);
    return false;
  }

  /** Whether the stream waits for its turn. */
  isRefused(stream: RefusedStream): boolean {
    return this.refused.has(stream);
  }

  /** The stream sends no more output. */
  withdraw(stream: RefusedStream): void {
    this.refused.delete(stream);
  }

  /** Call it before this many bytes of a drawing are sent. */
  handleDrawn(bytes: number): void {
    const { sent } = this.connection;
    this.forgetReadDrawings();
    this.drawings = [...this.drawings, { from: sent, to: sent + bytes }];
  }

  /** Calls `draw` after the drawings before it, possibly at once. */
  queueDrawing(draw: Drawing): void {
    this.queue = [...this.queue, draw];
    this.pump();
  }

  /** Call it after the client has read waiting bytes. */
  handleRead(): void {
    this.pump();
    this.serveRefused();
  }

  /** Whether this many bytes of output are within the limit. */
  private fits(bytes: number): boolean {
    const { output, drawing } = CLIENT_WAITING_BYTES;
    const limit = this.queue.length > 0 ? drawing : output;
    return this.connection.waiting + bytes <= limit + this.waitingDrawn();
  }

  /** The bytes of drawings that the client has not read. */
  private waitingDrawn(): number {
    this.forgetReadDrawings();
    const { read } = this;
    return this.drawings.reduce((sum, { from, to }) => sum + to - Math.max(from, read), 0);
  }

  private forgetReadDrawings(): void {
    const { read } = this;
    this.drawings = this.drawings.filter(({ to }) => to > read);
  }

  /** How much of all that was sent the client has read, in bytes. */
  private get read(): number {
    return this.connection.sent - this.connection.waiting;
  }

  private serveRefused(): void {
    for (let next = this.nextTurn(); next; next = this.nextTurn()) {
      // With more to send it is refused again, behind the others.
      this.refused.delete(next);
      this.turn = next;
      try {
        next.handleDrained();
      } finally {
        this.turn = undefined;
      }
    }
  }

  /** The first stream that was refused, if there is room for its piece now. */
  private nextTurn(): RefusedStream | undefined {
    const [first] = this.refused;
    return first && this.fits(first[1]) ? first[0] : undefined;
  }

  private pump(): void {
    const [next, ...rest] = this.queue;
    if (!next || this.isDrawing || this.connection.waiting > CLIENT_WAITING_BYTES.drawing) {
      return;
    }
    this.queue = rest;
    this.isDrawing = true;
    let isDone = false;
    next(() => {
      if (!isDone) {
        isDone = true;
        this.isDrawing = false;
        this.pump();
      }
    });
  }
}
