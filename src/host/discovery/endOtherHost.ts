import { delay, type Clock } from '../../base/clock';
import type { Terminate } from '../../pty/process/createTerminate';
import { hostLingersError } from '../client/hostErrors';
import { END_LIMIT_MS } from '../client/limits';
import { removeStaleHost } from './staleHostCleanup';
import { isHostAlive, readHostLockfiles, type HostLockfile } from './hostLockfile';
import { closeOwnDirectory, type HostPlace } from './hostPlace';

export interface OtherHostEndDeps {
  readonly clock: Clock;
  readonly terminate: Terminate;
}

/** From SIGKILL until a process is said to be there still, in milliseconds. */
const REAP_MS = 2000;
const POLL_MS = 50;

/**
 * Ends a host that this window cannot talk to, whatever its protocol: in order first, so that it keeps
 * what its sessions showed and ends their programs, else at once; then what it has left. Nothing
 * where it has ended by now: its number may be another program's.
 * @param host What it calls itself.
 * @throws {SessionError} `TIMEOUT` where its process would not end.
 */
export async function endOtherHost(
  { directory }: HostPlace,
  host: string,
  { clock, terminate }: OtherHostEndDeps,
): Promise<void> {
  const entries = (await closeOwnDirectory(directory)) ? await readHostLockfiles(directory) : [];
  const entry = entries.find((one) => one.host === host);
  if (!entry || !isHostAlive(entry)) {
    return;
  }
  // One that is stopped gets no other signal before it goes on; Windows knows no such signal.
  signal(entry, process.platform === 'win32' ? ['SIGTERM'] : ['SIGTERM', 'SIGCONT']);
  if (!(await isGoneWithin(clock, END_LIMIT_MS, entry))) {
    signal(entry, ['SIGKILL']);
    if (!(await isGoneWithin(clock, REAP_MS, entry))) {
      throw hostLingersError(entry.pid);
    }
  }
  await removeStaleHost(directory, entry, terminate);
}

function signal({ pid }: HostLockfile, signals: readonly NodeJS.Signals[]): void {
  for (const name of signals) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended meanwhile; where it has not, its end is waited for in vain, and that is told.
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
