import type { Clock } from '../../../base/clock';
import type { SerialQueue } from '../../../base/serialQueue';
import type { Dimensions } from '../../ptyProcess';
import type { VisibleScreen } from '../../sessionService';
import type { CreateEngine, EngineOptions, ScreenEngine, ScreenSnapshot } from '../screenEngine';
import { EngineJournal, type EngineChange } from './engineJournal';
import { WorkerEndedError } from './workerClient';
import type { WorkerEnd } from './workerThread';

/** How often a call is made in workers that end: perhaps it is what ends them. */
const MOST_TRIES = 2;

/** Ends an incomplete sequence, and begins a row of its own. */
const GAP = Buffer.from(
  '\x18\r\n\x1b[0;2m[Agent Terminals: output is missing here: the worker that parsed it failed]\x1b[0m\r\n',
);

type Call<T> = (engine: ScreenEngine) => Promise<T>;

interface ReplaceableEngineDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly options: EngineOptions;
  /** A new engine in a worker. */
  readonly first: ScreenEngine;
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
  private readonly journal: EngineJournal;
  private engine: ScreenEngine;
  private isInline = false;
  private isDisposed = false;

  constructor(private readonly deps: ReplaceableEngineDeps) {
    this.engine = deps.first;
    this.journal = new EngineJournal(deps.clock, deps.options.dimensions);
  }

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
    try {
      const answers = await this.call((engine) => engine.parse(bytes), canOmit);
      this.record(change);
      return answers;
    } catch (error) {
      this.requireEnd(error);
      await this.markGap();
      return '';
    }
  }

  resize(dimensions: Dimensions): Promise<void> {
    return this.change({ method: 'resize', dimensions });
  }

  shrinkTo(bytes: number): Promise<void> {
    return this.change({ method: 'shrinkTo', bytes });
  }

  async restore(compressed: Uint8Array): Promise<void> {
    this.journal.begin(compressed);
    try {
      await this.engine.restore(compressed);
    } catch (error) {
      this.requireEnd(error);
      await this.rebuild();
    }
  }

  answersTo(queries: string): Promise<string> {
    return this.call((engine) => engine.answersTo(queries));
  }

  snapshot(scrollback: number): Promise<ScreenSnapshot> {
    return this.call((engine) => engine.snapshot(scrollback));
  }

  compress(): Promise<Uint8Array> {
    return this.call((engine) => engine.compress());
  }

  text(scrollback: number): Promise<string> {
    return this.call((engine) => engine.text(scrollback));
  }

  colouredText(scrollback: number): Promise<string> {
    return this.call((engine) => engine.colouredText(scrollback));
  }

  visible(): Promise<VisibleScreen> {
    return this.call((engine) => engine.visible());
  }

  dispose(): void {
    this.isDisposed = true;
    this.engine.dispose();
  }

  private async change(change: EngineChange): Promise<void> {
    await this.prepare(change);
    // The number of ends is limited: at last it is done inline.
    await this.call(
      (engine) => apply(engine, change),
      () => false,
    );
    this.record(change);
  }

  private record(change: EngineChange): void {
    if (!this.isInline) {
      this.journal.add(change);
    }
  }

  /** Takes a snapshot before a change that the journal has no room for. */
  private async prepare(change: EngineChange): Promise<void> {
    if (this.isInline || !this.journal.isFull(change)) {
      return;
    }
    try {
      const snapshot = await this.call((engine) => engine.compress());
      if (!this.isInline) {
        this.journal.begin(snapshot);
      }
    } catch {
      this.journal.forgetChanges();
    }
  }

  private async markGap(): Promise<void> {
    // A full-screen program repaints its screen, which has no scrollback.
    if (this.engine.isScrolledWhole) {
      const change = { method: 'parse', bytes: GAP } as const;
      await this.call((engine) => engine.parse(GAP));
      this.record(change);
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
        const { end, wasSent } = this.requireEnd(error);
        await this.rebuild();
        if (wasSent && isEnough({ end, tries, isInline: this.isInline })) {
          throw error;
        }
        tries += wasSent ? 1 : 0;
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

  private async rebuild(): Promise<void> {
    for (let isDone = false; !isDone;) {
      const options = { ...this.deps.options, dimensions: this.journal.dimensions };
      const remote = this.deps.openRemote(options);
      this.isInline = remote === undefined;
      this.engine = remote ?? this.deps.createEngine(options);
      try {
        await this.replay();
        isDone = true;
      } catch (error) {
        this.requireEnd(error);
      }
    }
    if (this.isInline) {
      this.journal.end();
    }
  }

  /** Without the answers of the changes, which were given before. */
  private async replay(): Promise<void> {
    const { engine, journal } = this;
    if (journal.snapshot) {
      await engine.restore(journal.snapshot);
    }
    if (journal.hasGap && engine.isScrolledWhole) {
      await engine.parse(GAP);
    }
    for (const change of journal.changes) {
      await apply(engine, change);
    }
  }
}

interface Try {
  readonly end: WorkerEnd;
  readonly tries: number;
  /** Whether the next try is in this thread. */
  readonly isInline: boolean;
}

function isLastTry({ tries }: Try): boolean {
  return tries === MOST_TRIES;
}

/** Output that perhaps hangs a worker or fills its memory would do the same to this process. */
function canOmit({ end, tries, isInline }: Try): boolean {
  return tries === MOST_TRIES || (isInline && end.kind !== 'exit');
}

async function apply(engine: ScreenEngine, change: EngineChange): Promise<void> {
  switch (change.method) {
    case 'parse':
      await engine.parse(change.bytes);
      break;
    case 'resize':
      await engine.resize(change.dimensions);
      break;
    case 'shrinkTo':
      await engine.shrinkTo(change.bytes);
      break;
  }
}
