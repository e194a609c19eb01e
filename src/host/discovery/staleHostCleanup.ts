import { rmSync } from 'node:fs';
import { removeStaleTemporaries } from '../../base/atomicFile';
import { withFileLock } from '../../base/fileLock';
import type { Logger } from '../../base/logger';
import type { Clock } from '../../base/clock';
import type { Terminate } from '../../pty/process/createTerminate';
import { hostedSessionsPath, sweepHostedSessions } from './hostedSessionsFile';
import {
  isOfOtherMachine,
  isHostAlive,
  readHostLockfiles,
  removeHostLockfiles,
  type HostLockfile,
  type HostSearch,
} from './hostLockfile';
import { HOST_MARKER_VARIABLE } from './hostEnvironment';
import type { HostPaths } from './hostPaths';
import { PROTOCOL_VERSION } from '../protocol/calls';
import { removeHostSocket, removeStaleHostSockets } from './hostSockets';

/** No process has this id, so the programs are found by their marker only. */
const NO_PID = -1;

/**
 * Ends the programs of a session host that has ended, and removes all its files in the directory. Its
 * PTYs have hung up; programs that ignore SIGHUP are found by the host's id in their environment.
 * Takes a limited time; returns how many programs could not be ended.
 */
export async function removeStaleHost(
  directory: string,
  entry: HostLockfile,
  terminate: Terminate,
): Promise<number> {
  const marker = `${HOST_MARKER_VARIABLE}=${entry.host}`;
  const survivors = process.platform === 'win32' ? [] : await terminate({ pid: NO_PID, marker });
  removeHostSocket(entry.socketPath);
  await removeHostLockfiles(directory, entry.host);
  rmSync(hostedSessionsPath(directory, entry.host), { force: true });
  return survivors.length;
}

export async function listStaleHosts(directory: string): Promise<readonly HostLockfile[]> {
  return (await readHostLockfiles(directory)).filter(isStale);
}

/**
 * Removes one of {@link listStaleHosts}, unless another process has done so before the lock was
 * acquired. Returns how many programs could not be ended; undefined if there was nothing to do.
 */
export function removeHostIfStale(
  paths: HostPaths,
  { host }: HostLockfile,
  { clock, terminate }: { readonly clock: Clock; readonly terminate: Terminate },
): Promise<number | undefined> {
  return withFileLock(paths.lockfile, clock, async () => {
    const found = (await listStaleHosts(paths.directory)).find((entry) => entry.host === host);
    return found && removeStaleHost(paths.directory, found, terminate);
  });
}

/**
 * Ends the programs and removes the files of all stale hosts, for a host that is about to register. Call it
 * with the lock of the lock file.
 */
export async function removeStaleHosts(
  paths: HostPaths,
  { path }: HostSearch,
  { terminate, logger }: { readonly terminate: Terminate; readonly logger: Pick<Logger, 'info'> },
): Promise<void> {
  const entries = await readHostLockfiles(paths.directory);
  for (const entry of entries.filter(isStale)) {
    const survivors = await removeStaleHost(paths.directory, entry, terminate);
    logger.info(`Host ${entry.pid} has ended; ${survivors} of its programs could not be ended.`);
  }
  const kept = entries.filter(isKept);
  await sweepHostedSessions(
    paths.directory,
    kept.map(({ host }) => host),
  );
  const inUse = kept.map(({ socketPath }) => socketPath);
  await removeStaleHostSockets(paths.directory, { protocol: PROTOCOL_VERSION, inUse });
  await removeStaleTemporaries(path);
}

/** The files of a later protocol may have another meaning. */
function isStale(entry: HostLockfile): boolean {
  return entry.protocol <= PROTOCOL_VERSION && !isKept(entry);
}

function isKept(entry: HostLockfile): boolean {
  return isOfOtherMachine(entry) || isHostAlive(entry);
}
