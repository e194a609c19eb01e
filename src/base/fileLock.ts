import { lock } from 'proper-lockfile';
import { isErrno } from './isErrno';
import { delay, type Clock } from './clock';

/** A lock that was not refreshed for this long belongs to a process that died. */
const STALE_MS = 5_000;
/** Longer than {@link STALE_MS}, so that waiting outlasts the lock of a dead process. */
const TIMEOUT_MS = 8_000;
const RETRY_MS = 20;

interface LockOptions {
  /** How long to wait for the lock, in milliseconds; {@link TIMEOUT_MS} by default. */
  readonly timeoutMs?: number;
}

/**
 * Runs `run` while no other process or caller holds the lock on `path`. The file need not exist;
 * its directory must.
 * @throws with the code `ELOCKED` if the lock cannot be acquired in time; another error if it cannot
 * be created.
 */
export async function withFileLock<T>(
  path: string,
  clock: Clock,
  run: () => Promise<T>,
  { timeoutMs = TIMEOUT_MS }: LockOptions = {},
): Promise<T> {
  const release = await acquire(path, clock, timeoutMs);
  try {
    return await run();
  } finally {
    await release().catch(() => {
      // Already released: this computer slept while holding it, and another process took it over.
    });
  }
}

async function acquire(
  path: string,
  clock: Clock,
  timeoutMs: number,
): Promise<() => Promise<void>> {
  const giveUpAt = clock.monotonic() + timeoutMs;
  for (;;) {
    try {
      return await lock(path, { realpath: false, stale: STALE_MS, onCompromised: () => {} });
    } catch (error) {
      // The library's own retries also repeat after permanent errors, such as a read-only
      // directory.
      if (!isErrno(error, 'ELOCKED') || clock.monotonic() >= giveUpAt) {
        throw error;
      }
    }
    await delay(clock, RETRY_MS);
  }
}
