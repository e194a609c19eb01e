import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Terminate } from '../pty/createTerminate';
import type { HostEntry } from './hostEntry';
import { HOST_MARKER_VARIABLE } from './hostEnvironment';
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
  await removeSocket(entry.socketPath);
  return survivors.length;
}

/** Removes the socket, and the directory that was made for it alone. On Windows a pipe goes by itself. */
export async function removeSocket(socketPath: string): Promise<void> {
  if (process.platform === 'win32') {
    return;
  }
  await rm(socketPath, { force: true });
  const own = ownSocketDirectory(dirname(socketPath));
  if (own !== undefined) {
    await rm(own, { recursive: true, force: true });
  }
}
