import { CLIENT_WAITING_BYTES } from './limits';

/** Makes a drawing and sends it, then calls `done`. */
type Drawing = (done: () => void) => void;

/**
 * What one client is sent while it reads slowly or not at all: so much waits in this process and no
 * more. Drawings, which may be large, are made one at a time, and only when little waits; while one is
 * due, output makes room for it, so that its turn comes.
 */
export class ClientBudget {
  private queue: readonly Drawing[] = [];
  private isDrawing = false;
  /** What may wait of a drawing beside output: without it one that is larger than all that may wait would be followed by the next. */
  private drawn = 0;

  /** @param waiting What was sent and not read yet, in bytes. */
  constructor(private readonly waiting: () => number) {}

  /** Whether output of so many bytes may be sent now. */
  hasRoom(bytes: number): boolean {
    const { live, calm } = CLIENT_WAITING_BYTES;
    const waiting = this.waiting();
    this.drawn = Math.min(this.drawn, waiting);
    return waiting + bytes <= (this.queue.length > 0 ? calm : live) + this.drawn;
  }

  /** So many bytes of a drawing are sent now. */
  handleDrawn(bytes: number): void {
    this.drawn = Math.min(this.drawn, this.waiting()) + bytes;
  }

  /** Calls `draw` when its turn comes, at once perhaps. */
  whenCalm(draw: Drawing): void {
    this.queue = [...this.queue, draw];
    this.pump();
  }

  /** The client has read some of what waited, if not all. */
  handleRead(): void {
    this.pump();
  }

  private pump(): void {
    const [next, ...rest] = this.queue;
    if (!next || this.isDrawing || this.waiting() > CLIENT_WAITING_BYTES.calm) {
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
