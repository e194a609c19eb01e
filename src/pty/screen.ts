import type { Clock } from '../base/clock';
import { SessionError } from '../base/errors';
import { Emitter } from '../base/event';
import { DisposableStore, toDisposable, type Disposable } from '../base/lifecycle';
import type { AwakeScreens, RestingScreen } from './awakeScreens';
import { BACKLOG_MARKS, LAZY_BYTES } from './limits';
import type { Dimensions } from './ptyProcess';
import { QueryFinder } from './queryFinder';
import { DEFAULT_COLOURS, type ScreenColours } from './screenAnswers';
import { ScreenBacklog, type WaitingLook, type WaitingOutput } from './screenBacklog';
import { ScreenModel } from './screenModel';
import { ScreenSkimmer } from './screenSkimmer';
import type { ScreenSnapshot } from './screenSnapshot';
import type { ScreenTurns } from './screenTurns';
import type { VisibleScreen } from './sessionService';
import { putToSleep, wakeUp, type SleepingScreen } from './sleepingScreen';

/** How long after its last use a screen that nobody watches is put away, in milliseconds. */
export const SLEEP_AFTER_MS = 30_000;

/** For so long after a look there may be another soon: then even one of many screens stays. */
const LOOK_AGAIN_MS = 2000;

export interface ScreenDeps {
  readonly clock: Clock;
  /** One for all screens of a process, as the next. */
  readonly turns: ScreenTurns;
  readonly awake: AwakeScreens;
}

export interface ScreenOptions {
  readonly dimensions: Dimensions;
  /** Rows kept above the screen. */
  readonly scrollback: number;
  readonly colours?: ScreenColours;
}

export interface LookOptions {
  /** How many rows above the screen, at the most; all that are kept by default. */
  readonly scrollback?: number;
}

/**
 * What a program's terminal shows, without anybody looking. Output is kept as it came and
 * parsed when somebody watches, asks, or must be answered. When too much waits, what of it can
 * no longer be seen is left out. Whoever asks sees the output up to that call and none after it.
 */
export class Screen implements Disposable, RestingScreen {
  private readonly store = new DisposableStore();
  private readonly didAnswer = this.store.add(new Emitter<string>());
  private readonly didFail = this.store.add(new Emitter<unknown>());
  private readonly didChangePressure = this.store.add(new Emitter<'high' | 'low'>());
  private readonly backlog = new ScreenBacklog();
  private readonly queries = new QueryFinder();
  private readonly skimmer: ScreenSkimmer;
  private model: ScreenModel | undefined;
  private sleeping: SleepingScreen | undefined;
  private dimensions: Dimensions;
  private watchers = 0;
  private isRunning = false;
  /** Whether the program waits for an answer. */
  private isUrgent = false;
  /** Whether more waits than may. */
  private isLong = false;
  private isPressed = false;
  private sleepTimer: Disposable | undefined;
  private lookedAt = -LOOK_AGAIN_MS;

  /** Answers to questions in output that was written while `answersQueries` was on: input for the program. */
  readonly onAnswer = this.didAnswer.event;
  /** The terminal threw where nothing may, and was put in the place of a new one that is empty. */
  readonly onFault = this.didFail.event;
  /** `high`: pause the source, `low`: let it go on. */
  readonly onPressure = this.didChangePressure.event;

  /** On while no terminal shows the session. Output written while it is off is never answered. */
  answersQueries = false;

  constructor(
    private readonly deps: ScreenDeps,
    private readonly options: ScreenOptions,
  ) {
    this.dimensions = options.dimensions;
    this.skimmer = new ScreenSkimmer({
      backlog: this.backlog,
      turns: deps.turns,
      scrollback: options.scrollback,
      parse: (output) => this.parseOutput(output),
    });
  }

  /** Output that is not parsed yet, in bytes. */
  get backlogBytes(): number {
    return this.backlog.bytes;
  }

  /** What `onPressure` told last; `low` at first. */
  get pressure(): 'high' | 'low' {
    return this.isPressed ? 'high' : 'low';
  }

  get isAsleep(): boolean {
    return this.model === undefined;
  }

  write(bytes: Uint8Array): void {
    if (this.store.isDisposed || bytes.length === 0) {
      return;
    }
    const isAnswered = this.answersQueries;
    this.backlog.push({ kind: 'output', bytes, isAnswered });
    this.isUrgent ||= isAnswered && this.queries.push(bytes).length > 0;
    this.isLong ||= this.backlog.bytes > LAZY_BYTES.most;
    this.updatePressure();
    this.run();
  }

  /** From this point of the output on. */
  resize(dimensions: Dimensions): void {
    if (!this.store.isDisposed) {
      this.backlog.push({ kind: 'resize', dimensions });
      this.run();
    }
  }

  /** Keeps the screen parsed as output comes, until the result is disposed. */
  watch(): Disposable {
    this.watchers++;
    this.run();
    return toDisposable(() => {
      this.watchers--;
      this.sleepLater();
    });
  }

  /** Resolves when all that was written before is parsed. */
  async parse(): Promise<void> {
    await this.look(() => undefined);
  }

  snapshot({ scrollback = this.options.scrollback }: LookOptions = {}): Promise<ScreenSnapshot> {
    return this.look((model) => model.snapshot(scrollback));
  }

  /** Wrapped rows as one line, no blanks at the ends. The screen alone by default. */
  text({ scrollback = 0 }: LookOptions = {}): Promise<string> {
    return this.look((model) => model.text(scrollback));
  }

  /** The screen alone, row by row. */
  visible(): Promise<VisibleScreen> {
    return this.look((model) => model.visible());
  }

  /** The same rows with their colours, as output for another terminal of the same width. */
  colouredText({ scrollback = 0 }: LookOptions = {}): Promise<string> {
    return this.look((model) => model.colouredText(scrollback));
  }

  /** Answers `questions` as the screen is now: whoever was to answer them never saw them. */
  answer(questions: string): void {
    const answered = this.look(async (model) => {
      this.didAnswer.fire(await model.answersTo(questions));
    });
    // Only `dispose` ends a look before its time, and then nobody waits for an answer.
    answered.catch(() => undefined);
  }

  /** Puts the screen away now; the next look brings it back. */
  async sleep(): Promise<void> {
    if (this.model) {
      await this.look((model) => this.putAway(model));
    }
  }

  sleepEarly(): boolean {
    const isLookedAt = this.deps.clock.monotonic() < this.lookedAt + LOOK_AGAIN_MS;
    const isFree = this.canSleep() && this.backlog.isEmpty && !isLookedAt;
    if (isFree) {
      void this.sleepIfUnused();
    }
    return isFree;
  }

  dispose(): void {
    this.store.dispose();
    this.deps.awake.delete(this);
    this.backlog.clear().forEach(({ giveUp }) => giveUp());
    this.model?.dispose();
    this.model = undefined;
  }

  /** Waits until the output up to here is parsed, and looks before any more is. */
  private look<T>(read: (model: ScreenModel) => T | Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const look = async (): Promise<void> => {
        try {
          resolve(await read(await this.awake()));
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      const giveUp = (): void => reject(goneError());
      if (this.store.isDisposed) {
        giveUp();
      } else {
        this.backlog.push({ kind: 'look', look, giveUp });
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
    const isWanted = this.watchers > 0 || this.isUrgent || this.isLong || this.backlog.hasLooks;
    return isWanted && !this.backlog.isEmpty && !this.store.isDisposed;
  }

  private async work(): Promise<void> {
    await this.deps.turns.next();
    while (this.hasWork()) {
      await this.guarded(() => (this.skimmer.isWorthIt ? this.skim() : this.doNext()));
      this.updatePressure();
      this.isUrgent &&= !this.backlog.isEmpty;
      this.isLong &&= !this.backlog.isEmpty;
    }
    this.backlog.settle(0);
    this.isRunning = false;
    this.sleepLater();
  }

  /** A fault costs what is shown, and not the session, which would wait for its screen for ever. */
  private async guarded(step: () => Promise<void>): Promise<void> {
    try {
      await step();
    } catch (error) {
      this.model?.dispose();
      this.model = undefined;
      this.sleeping = undefined;
      this.didFail.fire(error);
    }
  }

  private async skim(): Promise<void> {
    if (await this.skimmer.skim(await this.awake())) {
      this.isLong = this.backlog.bytes > LAZY_BYTES.left;
    }
  }

  private async doNext(): Promise<void> {
    const next = this.backlog.shift();
    this.updatePressure();
    switch (next?.kind) {
      case 'output':
        await this.parseOutput(next);
        break;
      case 'resize':
        (await this.awake()).resize(next.dimensions);
        break;
      case 'look':
        await this.lookNow(next);
        break;
      case undefined:
        break;
    }
  }

  private async parseOutput({ bytes, isAnswered }: WaitingOutput): Promise<void> {
    const answers = await (await this.awake()).parse(bytes);
    if (isAnswered && answers !== '' && !this.store.isDisposed) {
      this.didAnswer.fire(answers);
    }
  }

  private async lookNow({ look, giveUp }: WaitingLook): Promise<void> {
    this.lookedAt = this.deps.clock.monotonic();
    await (this.store.isDisposed ? giveUp() : look());
  }

  private async awake(): Promise<ScreenModel> {
    if (this.model) {
      return this.model;
    }
    const { turns } = this.deps;
    const { scrollback, colours = DEFAULT_COLOURS } = this.options;
    const dimensions = this.sleeping?.dimensions ?? this.dimensions;
    const model = new ScreenModel({ dimensions, scrollback, colours, turns });
    this.model = model;
    if (this.sleeping) {
      await model.parse(await wakeUp(this.sleeping));
      this.sleeping = undefined;
    }
    return model;
  }

  private async putAway(model: ScreenModel): Promise<void> {
    this.sleeping = await putToSleep(await model.snapshot(this.options.scrollback));
    this.model = undefined;
    model.dispose();
  }

  private sleepLater(): void {
    if (this.sleepTimer) {
      this.store.delete(this.sleepTimer);
    }
    if (this.canSleep()) {
      this.sleepTimer = this.store.add(
        this.deps.clock.schedule(SLEEP_AFTER_MS, () => void this.sleepIfUnused()),
      );
      this.deps.awake.add(this);
    } else {
      this.deps.awake.delete(this);
    }
  }

  private canSleep(): boolean {
    return this.model !== undefined && this.watchers === 0 && !this.isRunning;
  }

  private async sleepIfUnused(): Promise<void> {
    if (this.canSleep()) {
      // Only `dispose` ends a look before its time, and then there is nothing to put away.
      await this.sleep().catch(() => undefined);
    }
  }

  private updatePressure(): void {
    const { high, low } = BACKLOG_MARKS;
    const isPressed = this.backlog.bytes > (this.isPressed ? low : high);
    if (isPressed !== this.isPressed) {
      this.isPressed = isPressed;
      this.didChangePressure.fire(this.pressure);
    }
  }
}

function goneError(): SessionError {
  return new SessionError(
    'SESSION_NOT_FOUND',
    'The screen of this session is gone, for the session was closed: list() tells which there are.',
  );
}
