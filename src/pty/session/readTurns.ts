import type { Clock } from '../../base/clock';
import type { Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { NextTurn } from '../flow/nextTurn';
import { TYPING } from '../limits';
import { TurnQueue, type TurnReader } from './turnQueue';

/**
 * Shares the event loop between programs that write without pause and the others: they are read in turns of
 * the event loop, so a key waits as long beside fifty floods as beside a few.
 *
 * While a person types, a pause follows each turn of the fast ones. A process that is always busy gets a
 * processor later than one that waits, also for a key; and what is read has to be parsed, by a thread that
 * needs a processor, too. A program that was fast counts as fast until the person stops typing.
 */
export class ReadTurns implements Disposable {
  private readonly nextTurn = new NextTurn(() => this.floods.begin());
  private readonly floods = new TurnQueue(() => this.nextTurn.request());
  private readonly pause: Timer;
  private readonly paused = new TurnQueue(() => this.requestPaused());
  private readonly fast = new Set<TurnReader>();
  private typed: { readonly reader: TurnReader; readonly at: number } | undefined;

  constructor(private readonly clock: Pick<Clock, 'monotonic' | 'schedule'>) {
    this.pause = new Timer(clock);
  }

  /** A person types into the program, which is read without turns meanwhile. */
  handleTyped(reader: TurnReader): void {
    if (!this.typedReader) {
      this.fast.clear();
    }
    this.typed = { reader, at: this.clock.monotonic() };
    this.fast.delete(reader);
    const wasWaiting = [this.floods, this.paused].some((queue) => queue.leave(reader));
    if (wasWaiting) {
      reader.takeTurn();
    }
  }

  /** Called at each read of a program that floods. Pauses the program until its next turn if it has to wait for one. */
  handleRead(reader: TurnReader, isFast: boolean): void {
    const { typedReader } = this;
    if (typedReader === reader) {
      return;
    }
    if (typedReader && (isFast || this.fast.has(reader))) {
      this.fast.add(reader);
      this.paused.handleRead(reader);
    } else {
      this.floods.handleRead(reader);
    }
  }

  /** The program has ended. */
  leave(reader: TurnReader): void {
    this.floods.leave(reader);
    this.paused.leave(reader);
    this.fast.delete(reader);
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

  private requestPaused(): void {
    if (!this.pause.isRunning) {
      this.pause.start(TYPING.pauseMs, () => this.paused.begin());
    }
  }
}
