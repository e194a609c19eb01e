import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { LAZY_BYTES } from '../limits';
import { Backpressure, type Pressure } from './backpressure';
import type { Dimensions } from '../ptyProcess';
import type { TerminalLook } from '../terminalLook';
import type { OutputMarks } from './escapes/outputMarks';
import { QueryFinder } from './escapes/queryFinder';
import type { CountedScreen, ProcessScreens } from './processScreens';
import { ScreenBacklog, type WaitingRead, type WaitingOutput } from './screenBacklog';
import { screenGoneError, ScreenHolder } from './screenHolder';
import { createEngine as createSelected } from './createEngine';
import { FloodWatch } from './floodWatch';
import type { CreateEngine, EngineOffer, ScreenEngine, ScreenSnapshot } from './screenEngine';
import { ScreenCompression } from './screenCompression';
import { ScreenSkimmer } from './skimmer/screenSkimmer';
import type { ScreenScheduler } from './screenScheduler';
import type { VisibleScreen } from '../sessionService';

export interface ScreenDeps {
  readonly clock: Clock;
  /** Shared by all screens of a process, like `screens`. */
  readonly scheduler: ScreenScheduler;
  readonly screens: ProcessScreens;
  /** Where floods are parsed, shared by all screens of a process; undefined for always inline. */
  readonly worker?: EngineOffer | undefined;
  /** See `EngineOptions.look`. */
  readonly look?: (() => TerminalLook | undefined) | undefined;
  /** Default: the selected engine. */
  readonly createEngine?: CreateEngine;
}

interface ScreenOptions {
  readonly dimensions: Dimensions;
  /** Rows kept above the screen. */
  readonly scrollback: number;
}

interface ReadOptions {
  /** The most rows above the screen. Default: all that are kept. */
  readonly scrollback?: number;
}

/**
 * The screen of a program's terminal, without a display. Output is stored as it arrives, and parsed
 * when there is a read or a query to answer. If too much waits, parts that can no
 * longer be seen are skipped. A read sees exactly the output up to its call.
 */
export class Screen implements Disposable, CountedScreen {
  private readonly store = new DisposableStore();
  private readonly didAnswer = this.store.add(new Emitter<string>());
  private readonly didFail = this.store.add(new Emitter<unknown>());
  private readonly gauge = this.store.add(new Backpressure());
  private readonly backlog = new ScreenBacklog();
  private readonly queries = new QueryFinder();
  private readonly flood: FloodWatch;
  private readonly skimmer: ScreenSkimmer;
  private readonly holder: ScreenHolder;
  private readonly compression: ScreenCompression;
  private isRunning = false;
  /** Whether the program waits for an answer. */
  private isUrgent = false;
  /** Whether more output waits than allowed. */
  private isLong = false;
  /** Whether any output was parsed. */
  private hasParsed = false;

  /**
   * Answers to queries in output that was written while `answersQueries` was true: input for the
   * program.
   */
  readonly onAnswer = this.didAnswer.event;
  /** Fires if the terminal threw an unexpected error. It is replaced by a new, empty one. */
  readonly onFault = this.didFail.event;
  /** `high`: pause the source of output; `low`: resume it. */
  readonly onPressure = this.gauge.onDidChange;

  /**
   * True while no terminal shows the session. Queries in output written while it is false are never
   * answered.
   */
  answersQueries = false;

  constructor(
    private readonly deps: ScreenDeps,
    private readonly options: ScreenOptions,
  ) {
    const { clock, scheduler, screens, worker, look, createEngine = createSelected } = deps;
    const { dimensions, scrollback } = options;
    const waitingBytes = (): number => this.backlog.bytes;
    this.flood = new FloodWatch(clock, worker?.floodBytes ?? Infinity);
    const isFlooded = (): boolean => this.isFlooded;
    this.holder = this.store.add(
      new ScreenHolder(
        { dimensions, scrollback, scheduler, waitingBytes, look },
        { createEngine, worker, isFlooded },
      ),
    );
    this.compression = this.store.add(
      new ScreenCompression({
        clock,
        unused: screens.unused,
        isUnused: () => !this.isCompressed && !this.isRunning,
        hasBacklog: () => !this.backlog.isEmpty,
        isWaiting: () =>
          this.isCompressed && !this.isRunning && this.backlog.unpackedBytes > LAZY_BYTES.quiet,
        packOutput: () => this.packOutput(),
        compress: () => this.compress(),
      }),
    );
    this.skimmer = new ScreenSkimmer({
      backlog: this.backlog,
      scheduler,
      scrollback,
      parse: (engine, output) => this.parseIn(engine, output),
      hasParsed: () => this.hasParsed,
    });
  }

  /** The last value of `onPressure`; `low` at first. */
  get pressure(): Pressure {
    return this.gauge.pressure;
  }

  get isCompressed(): boolean {
    return this.holder.isCompressed;
  }

  /** An upper bound of the memory of the screen and of the output that waits, in bytes. */
  get bytes(): number {
    return this.holder.bytes + this.backlog.heldBytes;
  }

  /** @param marks those of the output. Default: they are computed when needed. */
  write(bytes: Uint8Array, marks?: OutputMarks): void {
    if (this.store.isDisposed || bytes.length === 0) {
      return;
    }
    const isAnswered = this.answersQueries;
    this.backlog.push({ kind: 'output', bytes, isAnswered });
    // Also while an answer is due: a query may be split over chunks.
    const queries = isAnswered ? this.queries.push(bytes, marks) : [];
    this.isUrgent ||= queries.length > 0;
    this.isLong ||= this.backlog.bytes > this.mostWaiting();
    this.updatePressure();
    this.run();
    this.compression.handleOutput();
  }

  /** Takes effect at the current position of the output. */
  resize(dimensions: Dimensions): void {
    if (!this.store.isDisposed) {
      this.backlog.push({ kind: 'resize', dimensions });
      this.run();
    }
  }

  snapshot({ scrollback = this.options.scrollback }: ReadOptions = {}): Promise<ScreenSnapshot> {
    return this.read((engine) => engine.snapshot(scrollback));
  }

  /**
   * The text with wrapped rows joined and without blanks at line ends. Default: without scrollback.
   */
  text({ scrollback = 0 }: ReadOptions = {}): Promise<string> {
    return this.read((engine) => engine.text(scrollback));
  }

  /** The screen without scrollback, row by row. */
  visible(): Promise<VisibleScreen> {
    return this.read((engine) => engine.visible());
  }

  /** The same rows with their colours, as output for another terminal of the same width. */
  colouredText({ scrollback = 0 }: ReadOptions = {}): Promise<string> {
    return this.read((engine) => engine.colouredText(scrollback));
  }

  /**
   * Answers queries with the current state of the screen, after the terminal that should have
   * answered them has gone.
   */
  answer(queries: string): void {
    const answered = this.read(async (engine) => {
      this.didAnswer.fire(await engine.answersTo(queries));
    });
    // It fails after disposal, when no answer is needed, and if workers fail at it.
    answered.catch(() => undefined);
  }

  /** Compresses the screen now. The next read restores it. */
  async compress(): Promise<void> {
    if (!this.isCompressed) {
      await this.read(() => this.holder.compress());
      this.updatePressure();
    }
  }

  async shrinkTo(bytes: number): Promise<void> {
    await this.read((engine) => engine.shrinkTo(bytes));
    this.updatePressure();
  }

  dispose(): void {
    this.store.dispose();
    this.deps.screens.forget(this);
    this.backlog.clear().forEach(({ giveUp }) => giveUp());
  }

  /** Waits until the output up to here is parsed, and reads before more is. */
  private read<T>(take: (engine: ScreenEngine) => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => reject(screenGoneError());
      const readInTurn = async (): Promise<void> => {
        try {
          resolve(await take(await this.holder.wake()));
        } catch (error) {
          if (this.store.isDisposed) {
            giveUp();
          } else {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        }
      };
      if (this.store.isDisposed) {
        giveUp();
      } else {
        this.backlog.push({ kind: 'read', read: readInTurn, giveUp });
        this.run();
      }
    });
  }

  private run(): void {
    if (!this.isRunning && this.hasWork()) {
      this.isRunning = true;
      void this.work();
    }
  }

  private hasWork(): boolean {
    const isWanted = this.isUrgent || this.isLong || this.backlog.hasReads;
    return isWanted && !this.backlog.isEmpty && !this.store.isDisposed;
  }

  private async work(): Promise<void> {
    const { scheduler } = this.deps;
    await scheduler.next();
    await this.guarded(() => this.backlog.unpack());
    while (this.hasWork()) {
      await this.guarded(() => (this.skimmer.shouldSkim ? this.skim() : this.doNext()));
      this.updatePressure();
      this.isUrgent &&= !this.backlog.isEmpty;
      this.isLong &&= !this.backlog.isEmpty;
      // The response of a worker arrives outside of a slot.
      if (this.hasWork() && scheduler.isOver) {
        await scheduler.next();
      }
    }
    this.backlog.settle(0);
    this.isRunning = false;
    this.compression.update();
  }

  /**
   * A fault loses the screen's content, but the session continues; it would otherwise wait for
   * ever.
   */
  private async guarded(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.holder.giveUp();
      // The rest is parsed without a scan, which would fail again and again if no terminal can be created.
      this.backlog.settle(this.backlog.leadingBytes);
      this.didFail.fire(error);
    }
  }

  private async packOutput(): Promise<void> {
    this.isRunning = true;
    await this.backlog.pack();
    this.isRunning = false;
    this.updatePressure();
    this.run();
  }

  private async skim(): Promise<void> {
    if (await this.skimmer.skim(await this.holder.wake())) {
      this.isLong = this.backlog.bytes > LAZY_BYTES.left;
    }
  }

  /**
   * Whether the output that was parsed lately, or has to be, is a flood. If output may be skipped, only as much as
   * fills the scrollback counts.
   */
  private get isFlooded(): boolean {
    const { backlog, flood, holder } = this;
    const isFlood = flood.isFlood(Math.min(backlog.bytes, this.options.scrollback * holder.cols));
    return isFlood || (flood.isFlood(backlog.bytes) && !holder.canSkip);
  }

  /**
   * Of a full-screen program nothing is skipped, so in a flood a longer wait saves no work. Whether it is one
   * shows in its first output, which is parsed early if there is an engine already.
   */
  private mostWaiting(): number {
    const isUnskippable = !this.holder.canSkip && this.flood.isFlood(this.backlog.bytes);
    const isUnknown = !this.hasParsed && !this.holder.isCompressed;
    return isUnskippable || isUnknown ? LAZY_BYTES.unskippable : LAZY_BYTES.most;
  }

  private async doNext(): Promise<void> {
    const next = this.backlog.shift();
    this.updatePressure();
    switch (next?.kind) {
      case 'output':
        await this.parseIn(await this.holder.wake(), next);
        break;
      case 'resize':
        await this.holder.resize(next.dimensions);
        break;
      case 'read':
        await this.readNow(next);
        break;
      case undefined:
        break;
    }
  }

  private async parseIn(engine: ScreenEngine, { bytes, isAnswered }: WaitingOutput): Promise<void> {
    const answers = await engine.parse(bytes);
    this.hasParsed = true;
    this.flood.add(bytes.length);
    if (isAnswered && answers !== '' && !this.store.isDisposed) {
      this.didAnswer.fire(answers);
    }
  }

  private async readNow({ read, giveUp }: WaitingRead): Promise<void> {
    this.compression.handleRead();
    await (this.store.isDisposed ? giveUp() : read());
  }

  private updatePressure(): void {
    this.gauge.update(this.backlog.bytes);
    if (!this.store.isDisposed) {
      this.deps.screens.count(this, this.bytes);
    }
  }
}
