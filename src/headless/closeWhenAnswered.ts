import type { Api } from '../api/createApi';
import { systemClock } from '../base/clock';
import { withFileLock } from '../base/fileLock';

/**
 * Ends the core of a folder, whose snapshot is given, once no request is unanswered. Until then other
 * programs find it, because it has the sessions.
 */
export async function closeWhenAnswered(
  snapshot: string,
  connections: Pick<Api['connections'], 'requests' | 'retire'>,
  end: () => Promise<void>,
): Promise<void> {
  const { requests } = connections;
  let hasEnded = false;
  const endIfQuiet = async (): Promise<void> => {
    // Another request may have come while this process waited for the lock.
    if (requests.count === 0) {
      hasEnded = true;
      connections.retire();
      await end();
    }
  };
  while (!hasEnded) {
    await requests.whenAnswered();
    await withOpeningLock(snapshot, endIfQuiet);
  }
}

/**
 * Runs `run` while no other process opens a core for the folder: that one would find sessions which
 * this one still owns.
 */
async function withOpeningLock(snapshot: string, run: () => Promise<void>): Promise<void> {
  let isHeld = false;
  try {
    await withFileLock(snapshot, systemClock, () => {
      isHeld = true;
      return run();
    });
  } catch (error) {
    if (isHeld) {
      throw error;
    }
    // The person has deleted the directory of the snapshots, or the disk refuses: no core is opened, either.
    await run();
  }
}
