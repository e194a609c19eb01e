// @ts-check
import threads from 'node:worker_threads';

/**
 * Loaded into a session host before its own program: at each signal USR2 the host's worker fails in the next
 * of the ways that the variable WORKER_FAILURES names. Host and worker run their built programs unchanged.
 */

/** The most that the heap of a worker takes, in MB: less than in the product, so that it is soon full. */
const HEAP_MB = 128;

/** Runs in the worker, before its own program. */
const DEFECTS = `
const defects = {
  error() { throw new Error('a defect'); },
  full() { for (let kept, count = 0; ; count++) kept = { kept, text: String(count) }; },
  hang() { for (;;); },
};
require('node:worker_threads').parentPort.on('message', ({ defect }) => defect && defects[defect]());
`;

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
    const resourceLimits = { ...options?.resourceLimits, maxOldGenerationSizeMb: HEAP_MB };
    const source = `${DEFECTS} require(${JSON.stringify(program)});`;
    super(source, { ...options, resourceLimits, eval: true });
    last = new Promise((resolve) => this.once('message', () => resolve(this)));
  }
};

process.on('SIGUSR2', () => {
  void last?.then((worker) => worker.postMessage({ defect: failures.shift() }));
});
