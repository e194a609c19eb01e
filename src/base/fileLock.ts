import { lock } from 'proper-lockfile';
import { isErrno } from './isErrno';
import { delay, type Clock } from './clock';

/** A lock not refreshed for this long was left by a process that died. */
const STALE_MS = 5_000;
/** Longer than {@link STALE_MS}, so that a dead process's lock is outwaited. */
const TIMEOUT_MS = 8_000;
const RETRY_MS = 20;

/**
 * Runs `run` while no other process or caller holds the lock on `path`, which need
 * not exist; its directory must.
 * @throws if the lock cannot be had within {@link TIMEOUT_MS}, or not made at all.
 */
export async function withFileLock<T>(
  path: string,
  clock: Clock,
  run: () => Promise<T>,
): Promise<T> {
  const release = await acquire(path, clock);
  try {
    return await run();
  } finally {
    await release().catch(() => {
      // Already gone: this computer slept while holding it, and another window took it over.
    });
  }
}

async function acquire(path: string, clock: Clock): Promise<() => Promise<void>> {
  const giveUpAt = clock.monotonic() + TIMEOUT_MS;
  for (;;) {
    try {
      return await lock(path, { realpath: false, stale: STALE_MS, onCompromised: () => {} });
    } catch (error) {
      // The library's own retries go on after every error, a read-only directory too.
      if (!isErrno(error, 'ELOCKED') || clock.monotonic() >= giveUpAt) {
        throw error;
      }
    }
    await delay(clock, RETRY_MS);
  }
}
