// @ts-check
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';
import { printLine } from '../printLine.mjs';

/** How long the lock of a killed run, which no longer refreshes it, remains valid. */
const STALE_MS = 20_000;

const REFUSAL = `Another "npm test" runs in this checkout (the lock of a killed one expires after ${STALE_MS / 1000} s): wait for its end, or run this one in another checkout, since both would use the same directories.`;

/**
 * Calls `run` unless another process holds the lock; prints a message in that case.
 * @param {string} path of the lock
 * @param {() => Promise<number>} run
 * @returns {Promise<number>} the exit code: that of `run`, or 1 if it was not called
 */
export async function runAlone(path, run) {
  const release = await acquire(path);
  if (release === undefined) {
    printLine(REFUSAL);
    return 1;
  }
  try {
    return await run();
  } finally {
    // Fails if this computer slept meanwhile and another run took over the lock, which keeps it.
    await release().catch(() => {});
  }
}

/**
 * Acquires the lock, which is released when this process ends.
 * @param {string} path
 * @returns {Promise<(() => Promise<void>) | undefined>} the function that releases it; undefined if another process has it
 */
async function acquire(path) {
  await mkdir(dirname(path), { recursive: true });
  try {
    return await lock(path, {
      lockfilePath: path,
      realpath: false,
      stale: STALE_MS,
      onCompromised: () => {},
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOCKED') {
      return undefined;
    }
    throw error;
  }
}
