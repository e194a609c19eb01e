// @ts-check
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { lock } from 'proper-lockfile';
import { say } from '../say.mjs';

/** How long the lock of a run counts that was killed, and so refreshes it no more. */
const STALE_MS = 20_000;

const REFUSAL = `Another "npm test" runs in this checkout (one that was killed counts for ${STALE_MS / 1000} s): wait for its end, or run this one in another checkout, since both would use the same directories.`;

/**
 * Runs something unless another process does under the same lock; then says so.
 * @param {string} path of the lock
 * @param {() => Promise<number>} run
 * @returns {Promise<number>} the exit code: that of `run`, or 1 where it was not called
 */
export async function runAlone(path, run) {
  const release = await acquire(path);
  if (release === undefined) {
    say(REFUSAL);
    return 1;
  }
  try {
    return await run();
  } finally {
    // Fails where this computer slept meanwhile and another run took the lock over: then it is that one's.
    await release().catch(() => {});
  }
}

/**
 * Takes the lock, which is gone with this process.
 * @param {string} path
 * @returns {Promise<(() => Promise<void>) | undefined>} what releases it; undefined where another process has it
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
