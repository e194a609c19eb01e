import { delay, type Clock } from '../../base/clock';
import type { Terminate } from '../../pty/process/createTerminate';
import { hostStillRunningError } from '../client/hostErrors';
import { END_LIMIT_MS } from '../client/limits';
import { removeStaleHost } from './staleHostCleanup';
import { isHostAlive, readHostLockfiles, type HostLockfile } from './hostLockfile';
import { closeOwnDirectory } from '../../base/privateFile';
import type { HostPaths } from './hostPaths';

interface OtherHostEndDeps {
  readonly clock: Clock;
  readonly terminate: Terminate;
}

/** How long a process may still exist after SIGKILL, in milliseconds. */
const REAP_MS = 2000;
const POLL_MS = 50;

/**
 * Ends a host that this window cannot connect to, of any protocol. SIGTERM lets it store the last
 * screens and end its programs; SIGKILL follows after {@link END_LIMIT_MS}. Then its remaining
 * programs are ended and its files removed. Does nothing if the host has ended: its process id may
 * belong to another program.
 * @param host The host's id.
 * @throws {SessionError} `TIMEOUT` if its process does not end.
 */
export async function endOtherHost(
  { directory }: HostPaths,
  host: string,
  { clock, terminate }: OtherHostEndDeps,
): Promise<void> {
  const entries = (await closeOwnDirectory(directory)) ? await readHostLockfiles(directory) : [];
  const entry = entries.find((one) => one.host === host);
  if (!entry || !isHostAlive(entry)) {
    return;
  }
  // A stopped process handles no other signal before it continues. Windows has no SIGCONT.
  signal(entry, process.platform === 'win32' ? ['SIGTERM'] : ['SIGTERM', 'SIGCONT']);
  if (!(await isGoneWithin(clock, END_LIMIT_MS, entry))) {
    signal(entry, ['SIGKILL']);
    if (!(await isGoneWithin(clock, REAP_MS, entry))) {
      throw hostStillRunningError(entry.pid);
    }
  }
  await removeStaleHost(directory, entry, terminate);
}

function signal({ pid }: HostLockfile, signals: readonly NodeJS.Signals[]): void {
  for (const name of signals) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended. If it has not, the time limit below reports that.
    }
  }
}

async function isGoneWithin(clock: Clock, limitMs: number, entry: HostLockfile): Promise<boolean> {
  const begin = clock.monotonic();
  while (isHostAlive(entry)) {
    if (clock.monotonic() - begin >= limitMs) {
      return false;
    }
    await delay(clock, POLL_MS);
  }
  return true;
}
