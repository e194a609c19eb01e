import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { NextTurn } from '../flow/nextTurn';
import { FLOOD_READS_PER_TURN, TYPING } from '../limits';

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
 *
 * While a person types, a pause follows each turn. A process that is always busy gets a processor later than
 * one that waits, also for a key; and what is read has to be parsed, by a thread that needs a processor, too.
 */
export class ReadTurns implements Disposable {
  private readonly waiting = new Set<TurnReader>();
  private reads = 0;
  private readonly nextTurn = new NextTurn(() => this.beginUnlessPaused());
  private readonly pause: Timer;
  private typed: { readonly reader: TurnReader; readonly at: number } | undefined;

  constructor(private readonly clock: Pick<Clock, 'monotonic' | 'schedule'>) {
    this.pause = new Timer(clock);
  }

  /** A person types into the program, which is read without turns meanwhile. */
  handleTyped(reader: TurnReader): void {
    this.typed = { reader, at: this.clock.monotonic() };
    if (this.waiting.delete(reader)) {
      reader.takeTurn();
    }
  }

  /**
   * Called at each read of a program that floods. Pauses the program until its next turn if others wait, or the
   * turn is full.
   */
  handleRead(reader: TurnReader): void {
    if (this.typedReader === reader) {
      return;
    }
    this.reads++;
    if (this.waiting.size > 0 || this.reads > FLOOD_READS_PER_TURN) {
      this.waiting.add(reader);
      reader.pauseForTurn();
    }
    this.requestTurn();
  }

  /** The program has ended. */
  leave(reader: TurnReader): void {
    this.waiting.delete(reader);
    this.typed = this.typed?.reader === reader ? undefined : this.typed;
  }

  dispose(): void {
    this.pause.dispose();
  }

  /** The program into which a person types; undefined if none. */
  private get typedReader(): TurnReader | undefined {
    const { clock, typed } = this;
    return typed && clock.monotonic() - typed.at < TYPING.ms ? typed.reader : undefined;
  }

  private requestTurn(): void {
    if (this.pause.isRunning) {
      return;
    }
    if (this.typedReader) {
      this.pause.start(TYPING.pauseMs, () => this.begin());
    } else {
      this.nextTurn.request();
    }
  }

  /** A turn that was requested before the pause comes after it. */
  private beginUnlessPaused(): void {
    if (!this.pause.isRunning) {
      this.begin();
    }
  }

  private begin(): void {
    this.reads = 0;
    const next = [...this.waiting].slice(0, FLOOD_READS_PER_TURN);
    for (const reader of next) {
      this.waiting.delete(reader);
      reader.takeTurn();
    }
    if (this.waiting.size > 0) {
      this.requestTurn();
    }
  }
}
