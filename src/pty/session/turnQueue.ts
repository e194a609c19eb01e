import { FLOOD_READS_PER_TURN } from '../limits';

/** A program whose reading can be stopped for a while. */
export interface TurnReader {
  pauseForTurn(): void;
  /** Emits at most one chunk before the next turn. */
  takeTurn(): void;
}

/**
 * Reads programs in turns: after `FLOOD_READS_PER_TURN` reads in a turn, each program that is read is paused,
 * and they continue in that order, as many in each of the next turns.
 */
export class TurnQueue {
  private readonly waiting = new Set<TurnReader>();
  private reads = 0;

  /** @param request requests a call of `begin` at the next turn; it may be called again before that */
  constructor(private readonly request: () => void) {}

  /** Called at each read of a program. Pauses it until its next turn if others wait, or the turn is full. */
  handleRead(reader: TurnReader): void {
    this.reads++;
    if (this.waiting.size > 0 || this.reads > FLOOD_READS_PER_TURN) {
      this.waiting.add(reader);
      reader.pauseForTurn();
    }
    this.request();
  }

  /** Removes a program. Returns whether it was waiting. */
  leave(reader: TurnReader): boolean {
    return this.waiting.delete(reader);
  }

  begin(): void {
    this.reads = 0;
    const next = [...this.waiting].slice(0, FLOOD_READS_PER_TURN);
    for (const reader of next) {
      this.waiting.delete(reader);
      reader.takeTurn();
    }
    if (this.waiting.size > 0) {
      this.request();
    }
  }
}
