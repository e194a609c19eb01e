import { NextTurn } from '../flow/nextTurn';
import { FLOOD_READS_PER_TURN } from '../limits';

/** A program whose reading can be stopped for a while. */
interface TurnReader {
  pauseForTurn(): void;
  /** Emits at most one chunk before the next turn of the event loop. */
  takeTurn(): void;
}

/**
 * Shares the event loop between programs that write without pause and all the rest: after
 * `FLOOD_READS_PER_TURN` of their reads in a turn, each of them that is read is paused, and they continue in that
 * order, as many in each of the next turns. So a key waits as long beside fifty floods as beside a few.
 */
export class ReadTurns {
  private readonly waiting = new Set<TurnReader>();
  private reads = 0;
  private readonly nextTurn = new NextTurn(() => this.begin());

  /** Called at each read of a program that floods. Pauses the program until its next turn if others wait, or the turn is full. */
  handleRead(reader: TurnReader): void {
    this.reads++;
    if (this.waiting.size > 0 || this.reads > FLOOD_READS_PER_TURN) {
      this.waiting.add(reader);
      reader.pauseForTurn();
    }
    this.nextTurn.request();
  }

  /** The program has ended. */
  leave(reader: TurnReader): void {
    this.waiting.delete(reader);
  }

  private begin(): void {
    this.reads = 0;
    const next = [...this.waiting].slice(0, FLOOD_READS_PER_TURN);
    for (const reader of next) {
      this.waiting.delete(reader);
      reader.takeTurn();
    }
    if (this.waiting.size > 0) {
      this.nextTurn.request();
    }
  }
}
