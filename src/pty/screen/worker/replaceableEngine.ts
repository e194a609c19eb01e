import { SessionError } from '../../../base/errors';
import type { SerialQueue } from '../../../base/serialQueue';
import type { Dimensions } from '../../ptyProcess';
import type { VisibleScreen } from '../../sessionService';
import type { CreateEngine, EngineOptions, ScreenEngine, ScreenSnapshot } from '../screenEngine';
import type { EngineChange, EngineJournal } from './engineJournal';
import { applyChange, GAP_MARK, replay } from './engineReplay';
import { WorkerEndedError } from './workerClient';
import type { WorkerEnd } from './workerThread';

/** How often a call is made in workers that end at it: the call may be the cause. */
const MOST_TRIES = 2;

type Call<T> = (engine: ScreenEngine) => Promise<T>;

interface ReplaceableEngineDeps {
  /** An empty one, whose memory the options count. */
  readonly journal: EngineJournal;
  readonly options: EngineOptions;
  /** Creates another one in a worker; undefined if no worker may start. */
  readonly openRemote: (options: EngineOptions) => ScreenEngine | undefined;
  /** Creates an engine in this thread. */
  readonly createEngine: CreateEngine;
  /** Repeats one call of all screens at a time, so that one that ends workers fails alone. */
  readonly repeats: Pick<SerialQueue, 'run'>;
}

/**
 * An engine in a worker that outlives its worker: in the next one, or in this thread if no other one
 * may start, it is rebuilt from its journal, and the open call is made again.
 */
export class ReplaceableEngine implements ScreenEngine {
  private isInline = false;
  private isDisposed = false;
  /** Whether output is missing that is not marked yet. It is lost if the screen is compressed before the mark. */
  private hasUnmarkedGap = false;

  /** @param engine a new one in a worker. */
  constructor(
    private engine: ScreenEngine,
    private readonly deps: ReplaceableEngineDeps,
  ) {}

  get rows(): number {
    return this.engine.rows;
  }

  get bytes(): number {
    return this.engine.bytes + this.journal.bytes;
  }

  get isBetweenSequences(): boolean {
    return this.engine.isBetweenSequences;
  }

  get isScrolledWhole(): boolean {
    return this.engine.isScrolledWhole;
  }

  /** Returns the answers of the call that succeeds, so that each query is answered once. */
  async parse(bytes: Uint8Array): Promise<string> {
    const change = { method: 'parse', bytes } as const;
    await this.prepare(change);
    let answers = '';
    try {
      answers = await this.call((engine) => engine.parse(bytes));
      this.record(change);
    } catch (error) {
      this.requireEnd(error);
      await this.markGap();
    }
    if (this.hasUnmarkedGap && this.engine.isBetweenSequences) {
      await this.markGapLate();
    }
    return answers;
  }

  /** A screen whose resizing may hang this process is resized without its scrollback. */
  async resize(dimensions: Dimensions): Promise<void> {
    const change = { method: 'resize', dimensions } as const;
    try {
      await this.change(change);
    } catch (error) {
      this.requireEnd(error);
      await this.engine.shrinkTo(0);
      await this.engine.resize(dimensions);
    }
  }

  /** A screen whose shrinking would hang this process keeps its rows. */
  async shrinkTo(bytes: number): Promise<void> {
    try {
      await this.change({ method: 'shrinkTo', bytes });
    } catch (error) {
      this.requireEnd(error);
    }
  }

  async restore(compressed: Uint8Array): Promise<void> {
    this.journal.begin(compressed);
    try {
      await this.engine.restore(compressed);
    } catch (error) {
      await this.rebuild(this.requireEnd(error));
    }
  }

  answersTo(queries: string): Promise<string> {
    return this.read((engine) => engine.answersTo(queries));
  }

  snapshot(scrollback: number): Promise<ScreenSnapshot> {
    return this.read((engine) => engine.snapshot(scrollback));
  }

  compress(): Promise<Uint8Array> {
    return this.read((engine) => engine.compress());
  }

  text(scrollback: number): Promise<string> {
    return this.read((engine) => engine.text(scrollback));
  }

  colouredText(scrollback: number): Promise<string> {
    return this.read((engine) => engine.colouredText(scrollback));
  }

  visible(): Promise<VisibleScreen> {
    return this.read((engine) => engine.visible());
  }

  dispose(): void {
    this.isDisposed = true;
    this.engine.dispose();
  }

  private get journal(): EngineJournal {
    return this.deps.journal;
  }

  private async change(change: EngineChange): Promise<void> {
    await this.prepare(change);
    // The number of ends is limited: at last it is done inline, unless a worker hung at it.
    await this.call((engine) => applyChange(engine, change), wouldHarm);
    this.record(change);
  }

  /** @throws {SessionError} `ILLEGAL_STATE` if the read may be what ends workers. */
  private async read<T>(call: Call<T>): Promise<T> {
    try {
      return await this.call(call);
    } catch (error) {
      throw new SessionError(
        'ILLEGAL_STATE',
        'The screen could not be read, since workers that hold it failed: read it again.',
        { cause: this.requireEnd(error) },
      );
    }
  }

  private record(change: EngineChange): void {
    if (!this.isInline) {
      this.journal.add(change);
    }
  }

  /** Takes a snapshot before a change that the journal has no room for. */
  private async prepare(change: EngineChange): Promise<void> {
    if (!this.isInline && this.journal.isFull(change)) {
      await this.takeSnapshot();
    }
    if (!this.isInline) {
      this.journal.expect(change);
    }
  }

  private async takeSnapshot(): Promise<void> {
    try {
      const snapshot = await this.call((engine) => engine.compress());
      if (!this.isInline) {
        this.journal.begin(snapshot);
      }
    } catch {
      this.journal.forgetChanges();
    }
  }

  /** Marks missing output, unless a full-screen program or a scroll region leaves no row for it. */
  private async markGap(): Promise<void> {
    this.hasUnmarkedGap = true;
    if (this.engine.isScrolledWhole) {
      await this.call((engine) => applyChange(engine, GAP_MARK));
      this.record(GAP_MARK);
      this.hasUnmarkedGap = false;
    }
  }

  /**
   * Marks missing output after the program has left rows for it, below its later output. The mark moves the cursor, so
   * the program may draw its next rows in the wrong place; without a mark, the person would not see the gap.
   */
  private async markGapLate(): Promise<void> {
    try {
      await this.markGap();
    } catch (error) {
      this.requireEnd(error);
      this.hasUnmarkedGap = false;
    }
  }

  /**
   * Makes a call, again if its worker ends.
   * @throws {WorkerEndedError} if `isEnough` is true, or the call may be what ends workers.
   */
  private async call<T>(call: Call<T>, isEnough = isLastTry): Promise<T> {
    const make = (): Promise<T> => call(this.engine);
    for (let tries = 1; ;) {
      try {
        return await (tries === 1 ? make() : this.deps.repeats.run(make));
      } catch (error) {
        const { end, isSuspect } = this.requireEnd(error);
        await this.rebuild();
        if (isSuspect && isEnough({ end, tries, isInline: this.isInline })) {
          throw error;
        }
        tries += isSuspect ? 1 : 0;
      }
    }
  }

  /** Returns the end of a worker that has to be replaced, and throws any other error. */
  private requireEnd(error: unknown): WorkerEndedError {
    if (error instanceof WorkerEndedError && !this.isDisposed) {
      return error;
    }
    throw error;
  }

  /** `failed`: how a replay of this screen ended the last worker; undefined if none did. */
  private async rebuild(failed?: WorkerEndedError): Promise<void> {
    this.open(failed);
    try {
      // One screen at a time, too, since the worker may end at any of them.
      const isUnmarked = await this.deps.repeats.run(() => replay(this.engine, this.journal));
      this.hasUnmarkedGap ||= isUnmarked;
    } catch (error) {
      await this.rebuild(this.requireEnd(error));
      return;
    }
    if (this.isInline) {
      this.journal.end();
    }
  }

  /** Opens a new engine, in a worker if one may start. */
  private open(failed: WorkerEndedError | undefined): void {
    const { createEngine, openRemote, options } = this.deps;
    const remote = openRemote({ ...options, dimensions: this.journal.dimensions });
    this.isInline = remote === undefined;
    if (failed?.isSuspect && wouldHarm({ end: failed.end, isInline: this.isInline })) {
      this.journal.startOver();
    }
    this.engine = remote ?? createEngine({ ...options, dimensions: this.journal.dimensions });
  }
}

interface Try {
  readonly end: WorkerEnd;
  readonly tries: number;
  /** Whether the next try is in this thread. */
  readonly isInline: boolean;
}

function isLastTry(made: Try): boolean {
  return made.tries === MOST_TRIES || wouldHarm(made);
}

/** A call that may hang a worker or fill its memory would do the same to this process. */
function wouldHarm({ end, isInline }: Pick<Try, 'end' | 'isInline'>): boolean {
  return isInline && end.kind !== 'exit';
}
