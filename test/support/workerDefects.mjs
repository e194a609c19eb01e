// @ts-check

/**
 * The ways in which a worker of {@link withDefects} can fail: it throws, fills its heap, or never returns.
 * @typedef {(typeof DEFECTS)[number]} Defect
 */
export const DEFECTS = /** @type {const} */ (['error', 'full', 'hang']);

/**
 * Returns the source of a worker that runs the program at this path, and fails in the way that a message names as
 * its `defect`, after it has sent the same message back. One that hangs takes no CPU time, since other tests run
 * beside it. A heap is filled with small objects, since one large allocation, such as that of a growing array, would
 * abort the process (nodejs/node#65019).
 * @param {string} program
 */
export function withDefects(program) {
  return `{
const defects = {
  error() { throw new Error('a defect'); },
  full() { for (let kept, count = 0; ; count++) kept = { kept, text: String(count) }; },
  hang() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); },
};
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ defect }) => {
  if (defect) {
    parentPort.postMessage({ defect });
    defects[defect]();
  }
});
}
require(${JSON.stringify(program)});
`;
}
