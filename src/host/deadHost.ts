import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { withFileLock } from '../base/fileLock';
import type { Clock } from '../base/clock';
import type { Terminate } from '../pty/createTerminate';
import { lookForHost, type HostEntry } from './hostEntry';
import { HOST_MARKER_VARIABLE } from './hostEnvironment';
import type { HostPlace } from './hostPlace';
import { ownSocketDirectory } from './socketPlace';

/** No program has it, so that none is found by its number. */
const NO_PID = -1;

/**
 * Ends what a session host left that died: its PTYs have hung up, and who is deaf to that is found
 * by its name in their environment. Bounded; gives how many would not end.
 */
export async function clearDeadHost(entry: HostEntry, terminate: Terminate): Promise<number> {
  const marker = `${HOST_MARKER_VARIABLE}=${entry.host}`;
  const survivors = process.platform === 'win32' ? [] : await terminate({ pid: NO_PID, marker });
  removeSocket(entry.socketPath);
  return survivors.length;
}

/**
 * The same for the host of this machine, if it is dead still when nobody else sees to it; its file
 * goes, too. Gives how many would not end; undefined where there was nothing to do.
 */
export function clearIfDead(
  place: HostPlace,
  { clock, terminate }: { readonly clock: Clock; readonly terminate: Terminate },
): Promise<number | undefined> {
  return withFileLock(place.entry, clock, async () => {
    const found = await lookForHost(place);
    if (found.kind !== 'dead') {
      return undefined;
    }
    const survivors = await clearDeadHost(found.entry, terminate);
    rmSync(found.path, { force: true });
    return survivors;
  });
}

/** Removes the socket, and the directory that was made for it alone. On Windows a pipe goes by itself. */
export function removeSocket(socketPath: string): void {
  if (process.platform === 'win32') {
    return;
  }
  rmSync(socketPath, { force: true });
  const own = ownSocketDirectory(dirname(socketPath));
  if (own !== undefined) {
    rmSync(own, { recursive: true, force: true });
  }
}
