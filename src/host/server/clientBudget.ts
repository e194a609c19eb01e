import { HoldLimit } from '../../pty/flow/holdLimit';
import { CLIENT_WAITING_BYTES } from './limits';

/** Creates a drawing and sends it, then calls `done`. */
type Drawing = (done: () => void) => void;

/**
 * Limits what waits in this process for a client that reads slowly or not at all. Drawings may be
 * large, so they are created one at a time, and only while little waits. While a drawing is due,
 * output has a lower limit, so that the drawing is not delayed indefinitely.
 */
export class ClientBudget {
  /** Limits what the streams of the client hold together. */
  readonly holdLimit = new HoldLimit(CLIENT_WAITING_BYTES.held);
  private queue: readonly Drawing[] = [];
  private isDrawing = false;
  /**
   * The waiting bytes of drawings. They do not count against output; otherwise a drawing larger
   * than the limit would block output and be followed by the next drawing.
   */
  private drawingBytes = 0;

  /** @param waiting Returns the bytes that were sent and not yet read. */
  constructor(private readonly waiting: () => number) {}

  /** Whether output of this many bytes may be sent now. */
  hasRoom(bytes: number): boolean {
    const { output, drawing } = CLIENT_WAITING_BYTES;
    const waiting = this.waiting();
    this.drawingBytes = Math.min(this.drawingBytes, waiting);
    return waiting + bytes <= (this.queue.length > 0 ? drawing : output) + this.drawingBytes;
  }

  /** Records that this many bytes of a drawing are being sent. */
  handleDrawn(bytes: number): void {
    this.drawingBytes = Math.min(this.drawingBytes, this.waiting()) + bytes;
  }

  /** Calls `draw` after the drawings before it, possibly at once. */
  queueDrawing(draw: Drawing): void {
    this.queue = [...this.queue, draw];
    this.pump();
  }

  /** Call it after the client has read waiting bytes. */
  handleRead(): void {
    this.pump();
  }

  private pump(): void {
    const [next, ...rest] = this.queue;
    if (!next || this.isDrawing || this.waiting() > CLIENT_WAITING_BYTES.drawing) {
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
