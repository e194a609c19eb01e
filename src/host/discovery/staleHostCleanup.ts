import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { removeStrayTemporaries } from '../../base/atomicFile';
import { withFileLock } from '../../base/fileLock';
import type { Logger } from '../../base/logger';
import type { Clock } from '../../base/clock';
import type { Terminate } from '../../pty/process/createTerminate';
import { hostedSessionsPath, sweepHostedSessions } from './hostedSessionsFile';
import {
  isElsewhere,
  isHostAlive,
  readHostLockfiles,
  removeHostLockfiles,
  removeHostLockfile,
  type HostLockfile,
  type HostSighting,
} from './hostLockfile';
import { HOST_MARKER_VARIABLE } from './hostEnvironment';
import { besideEntry, type HostPlace } from './hostPlace';
import { PROTOCOL_VERSION } from '../protocol/calls';
import { ownSocketDirectory, removeStraySockets } from './socketPlace';

/** No program has it, so that none is found by its number. */
const NO_PID = -1;

/**
 * Ends what a session host left that died: its PTYs have hung up, and who is deaf to that is found
 * by its name in their environment. Bounded; gives how many would not end.
 */
export async function endStaleHostPrograms(
  entry: HostLockfile,
  terminate: Terminate,
): Promise<number> {
  const marker = `${HOST_MARKER_VARIABLE}=${entry.host}`;
  const survivors = process.platform === 'win32' ? [] : await terminate({ pid: NO_PID, marker });
  removeSocket(entry.socketPath);
  return survivors.length;
}

/** The same, with all files of hosts in the directory that tell of it. */
export async function removeStaleHost(
  directory: string,
  entry: HostLockfile,
  terminate: Terminate,
): Promise<number> {
  const survivors = await endStaleHostPrograms(entry, terminate);
  await removeHostLockfiles(directory, entry.host);
  rmSync(hostedSessionsPath(directory, entry.host), { force: true });
  return survivors;
}

/** Hosts of this protocol and this machine that died and that nobody has seen to, also beside the place. */
export async function findDeadHosts(directory: string): Promise<readonly HostLockfile[]> {
  return (await readHostLockfiles(directory)).filter(isDead);
}

/**
 * The same for one of {@link findDeadHosts}, if nobody else has seen to it when that can be done. Gives
 * how many would not end; undefined where there was nothing to do.
 */
export function clearIfDead(
  place: HostPlace,
  { host }: HostLockfile,
  { clock, terminate }: { readonly clock: Clock; readonly terminate: Terminate },
): Promise<number | undefined> {
  return withFileLock(place.entry, clock, async () => {
    const found = (await findDeadHosts(place.directory)).find((entry) => entry.host === host);
    return found && removeStaleHost(place.directory, found, terminate);
  });
}

/**
 * Clears up behind all hosts that died, for one that is to take the place; call it under the lock of
 * the place. Their file in the place is left, for it is written anew.
 */
export async function clearLeftovers(
  place: HostPlace,
  { path }: HostSighting,
  { terminate, logger }: { readonly terminate: Terminate; readonly logger: Pick<Logger, 'info'> },
): Promise<void> {
  const entries = await readHostLockfiles(place.directory);
  for (const entry of entries.filter(isDead)) {
    const survivors = await endStaleHostPrograms(entry, terminate);
    removeHostLockfile(besideEntry(place, entry.host), entry.host);
    logger.info(`Host ${entry.pid} has ended; ${survivors} of its programs could not be ended.`);
  }
  const kept = entries.filter(isKept);
  await sweepHostedSessions(
    place.directory,
    kept.map(({ host }) => host),
  );
  const inUse = kept.map(({ socketPath }) => socketPath);
  await removeStraySockets(place.directory, { protocol: PROTOCOL_VERSION, inUse });
  await removeStrayTemporaries(path);
}

function isDead(entry: HostLockfile): boolean {
  return entry.protocol === PROTOCOL_VERSION && !isKept(entry);
}

function isKept(entry: HostLockfile): boolean {
  return isElsewhere(entry) || isHostAlive(entry);
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
