// @ts-check
import { rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** The codes with which a rename fails on Windows while another program uses one of the files. */
const BUSY = ['EACCES', 'EBUSY', 'EPERM'];

const TRIES = 10;
const WAIT_MS = 50;

/**
 * Replaces a file's content atomically, or fails and leaves the old file and no other one. A rename
 * that fails because a file is busy is tried again for half a second.
 * @param {string} path
 * @param {Uint8Array} contents
 * @param {typeof rename} [move]
 */
export async function replaceFile(path, contents, move = rename) {
  const partial = `${path}.${process.pid}`;
  try {
    await writeFile(partial, contents);
    await retryWhileBusy(() => move(partial, path));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** @param {() => Promise<void>} action */
async function retryWhileBusy(action) {
  for (let tries = 1; ; tries++) {
    try {
      return await action();
    } catch (error) {
      if (tries === TRIES || !isBusy(error)) {
        throw error;
      }
      await delay(WAIT_MS);
    }
  }
}

/** @param {unknown} error */
function isBusy(error) {
  return error instanceof Error && 'code' in error && BUSY.includes(String(error.code));
}
