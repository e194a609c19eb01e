// @ts-check
import threads from 'node:worker_threads';
import { withDefects } from '../workerDefects.mjs';

/**
 * Loaded into a session host before its own program: at each signal USR2 the host's worker fails in the next
 * of the ways that the variable WORKER_FAILURES names. Host and worker run their built programs unchanged.
 */

/** The most that the heap of a worker takes, in MB: less than in the product, so that it is soon full. */
const HEAP_MB = 128;

const { Worker } = threads;
const failures = (process.env['WORKER_FAILURES'] ?? '').split(' ');
/** Resolves when the host has its first message, without which it starts no further worker.
 * @type {Promise<InstanceType<typeof Worker>> | undefined} */
let last;

threads.Worker = class extends Worker {
  /**
   * @param {string | URL} program
   * @param {import('node:worker_threads').WorkerOptions} [options]
   */
  constructor(program, options) {
    const resourceLimits = {
      ...options?.resourceLimits,
      maxOldGenerationSizeMb: HEAP_MB,
    };
    super(withDefects(String(program)), { ...options, resourceLimits, eval: true });
    last = new Promise((resolve) => this.once('message', () => resolve(this)));
  }
};

process.on('SIGUSR2', () => {
  void last?.then((worker) => worker.postMessage({ defect: failures.shift() }));
});
