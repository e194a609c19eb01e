import { nullLogger } from '../../../src/base/logger';
import type { EngineOptions } from '../../../src/pty/screen/screenEngine';
import type { Screen } from '../../../src/pty/screen/screen';
import { ScreenWorkers } from '../../../src/pty/screen/worker/screenWorkers';
import type { ScreenWorkerMode } from '../../../src/pty/spawnMode';
import type { StartThread, WorkerEnd } from '../../../src/pty/screen/worker/workerThread';
import { ManualClock } from '../manualClock';
import { FakeThreads } from './fakeThreads';
import { createScreen } from './screens';

/** For each test, a screen that moves to a fake worker with its first output. */
export function useFakeWorkers(): FakeWorkersFixture {
  const fixture = new FakeWorkersFixture();
  beforeEach(() => fixture.setUp());
  afterEach(() => fixture.tearDown());
  return fixture;
}

class FakeWorkersFixture {
  clock = new ManualClock();
  threads = new FakeThreads();
  mode: ScreenWorkerMode = 'auto';
  /** The warnings. */
  log: string[] = [];
  /** What was done with the mark of a process with a worker. */
  marks: string[] = [];
  /** Of all screens. */
  answers: string[] = [];
  faults: unknown[] = [];
  private readonly screens: Screen[] = [];
  private workers: ScreenWorkers | undefined;
  private first: Screen | undefined;

  setUp(): void {
    this.clock = new ManualClock();
    this.threads = new FakeThreads();
    this.mode = 'auto';
    this.log = [];
    this.marks = [];
    this.answers = [];
    this.faults = [];
    this.workers = this.createWorkers();
    this.first = undefined;
  }

  tearDown(): void {
    this.screens.splice(0).forEach((screen) => screen.dispose());
    this.workers?.dispose();
  }

  get screen(): Screen {
    this.first ??= this.create();
    return this.first;
  }

  set screen(screen: Screen) {
    this.first = screen;
  }

  readonly disposeWorkers = (): void => this.workers?.dispose();

  readonly restartWith = (startThread: StartThread): void => {
    this.workers = this.createWorkers(startThread);
    this.first = undefined;
  };

  /** As in a process that finds the mark of one that died. */
  readonly restartAfterDeath = (): void => {
    this.workers = this.createWorkers(this.threads.start, true);
    this.first = undefined;
  };

  /** @param floodBytes the output with which it moves to a worker */
  readonly create = (floodBytes = 0): Screen => {
    const { clock, workers } = this;
    const worker = { floodBytes, open: (options: EngineOptions) => workers?.open(options) };
    const screen = createScreen({ cols: 40, rows: 5 }, { clock, worker });
    screen.onAnswer((answer) => this.answers.push(answer));
    screen.onFault((fault) => this.faults.push(fault));
    this.screens.push(screen);
    return screen;
  };

  /** Ends the worker before it answers its next call of `method`; only once. */
  readonly endIn = (method: string, end?: WorkerEnd): void => {
    const { threads } = this;
    threads.beforeReply = (reply, thread) => {
      if (reply.kind === 'value' && thread.methods.at(-1) === method) {
        threads.beforeReply = () => undefined;
        thread.end(end);
      }
    };
  };

  private createWorkers(
    startThread: StartThread = this.threads.start,
    hasDied = false,
  ): ScreenWorkers {
    const { clock } = this;
    const warn = (message: string): void => void this.log.push(message);
    const logger = { ...nullLogger, warn };
    const mark = {
      set: () => void this.marks.push('set'),
      remove: () => void this.marks.push('remove'),
      removeStaleMarks: () => hasDied,
    };
    return new ScreenWorkers({ clock, logger, startThread, mode: () => this.mode, mark });
  }
}
