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

  /** @param waiting What was sent and not read yet, in bytes. */
  constructor(private readonly waiting: () => number) {}

  /** Whether output of so many bytes may be sent now. */
  hasRoom(bytes: number): boolean {
    const { live, calm } = CLIENT_WAITING_BYTES;
    return this.waiting() + bytes <= (this.queue.length > 0 ? calm : live);
  }

  /** Calls `draw` when its turn comes, at once perhaps. */
  whenCalm(draw: Drawing): void {
    this.queue = [...this.queue, draw];
    this.pump();
  }

  /** The client has read what waited. */
  handleDrain(): void {
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
