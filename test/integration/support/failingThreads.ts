import threads, { type Worker, type WorkerOptions } from 'node:worker_threads';
import { waitFor } from '../../support/waitFor';
import { withDefects, type Defect } from '../../support/workerDefects.mjs';

/** The most that the heap of a worker takes, in MB: less than in the product, so that it is soon full. */
const HEAP_MB = 128;

/** Lets the workers fail that this process starts from now on. They run their built program unchanged. */
export class FailingThreads {
  private readonly unchanged = threads.Worker;
  private readonly ready: Worker[] = [];
  /** How many were started. */
  starts = 0;
  /** The errors with which they ended. */
  readonly errors: string[] = [];

  constructor(private readonly failures: Defect[]) {
    const handleStart = (worker: Worker): void => this.handleStart(worker);
    threads.Worker = class extends threads.Worker {
      constructor(program: string | URL, options: WorkerOptions = {}) {
        const resourceLimits = { ...options.resourceLimits, maxOldGenerationSizeMb: HEAP_MB };
        super(withDefects(String(program)), { ...options, resourceLimits, eval: true });
        handleStart(this);
      }
    };
  }

  readonly fail = (): void => this.ready.at(-1)?.postMessage({ defect: this.failures.shift() });

  /** Waits until that many have run their program. */
  readonly haveStarted = (times: number): Promise<void> =>
    waitFor(() => this.ready.length >= times, { limitMs: 60_000, what: `${times} workers` });

  readonly haveEnded = (times: number): Promise<void> =>
    waitFor(() => this.errors.length >= times, { limitMs: 60_000, what: `${times} ends` });

  dispose(): void {
    threads.Worker = this.unchanged;
  }

  private handleStart(worker: Worker): void {
    this.starts++;
    worker.once('message', () => this.ready.push(worker));
    worker.once('error', (error) => this.errors.push(String(error)));
  }
}
