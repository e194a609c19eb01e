import { FLOOD_READS_PER_TURN } from '../limits';

/** A program whose reading can be stopped for a while. */
interface PausedReader {
  pauseForTurn(): void;
  /** Emits at most one chunk before the next turn of the event loop. */
  takeTurn(): void;
}

/**
 * Shares the event loop between programs that write without pause and all the rest: at most
 * `FLOOD_READS_PER_TURN` of their reads are in one turn, in the order of the programs. So a key waits as long
 * beside fifty floods as beside a few.
 */
export class ReadTurns {
  private readonly waiting = new Set<PausedReader>();
  private reads = 0;
  private isScheduled = false;

  /** Called at each read of a program that floods. Pauses the program until its next turn if others wait, too. */
  handleRead(reader: PausedReader): void {
    this.reads++;
    if (this.waiting.size > 0 || this.reads > FLOOD_READS_PER_TURN) {
      this.waiting.add(reader);
      reader.pauseForTurn();
    }
    this.schedule();
  }

  /** The program has ended. */
  leave(reader: PausedReader): void {
    this.waiting.delete(reader);
  }

  private schedule(): void {
    if (!this.isScheduled) {
      this.isScheduled = true;
      setImmediate(() => this.begin());
    }
  }

  private begin(): void {
    this.isScheduled = false;
    this.reads = 0;
    const next = [...this.waiting].slice(0, FLOOD_READS_PER_TURN);
    for (const reader of next) {
      this.waiting.delete(reader);
      reader.takeTurn();
    }
    if (this.waiting.size > 0) {
      this.schedule();
    }
  }
}
