import { hostname } from 'node:os';
import { join } from 'node:path';
import { SessionError, toMessage } from '../../base/errors';
import { ForeignDirectoryError, makePrivateDirectory } from '../../base/privateFile';

/** The paths of the session host of one protocol, all in the person's home. */
export interface HostPaths {
  /** The directory of all hosts' files; it contains nothing else. */
  readonly directory: string;
  readonly lockfile: string;
  /**
   * The lock file to use if a host of another machine, which shares the person's home, has `lockfile`.
   */
  readonly machineLockfile: string;
  readonly log: string;
  /** The lock that is held while a host of any protocol is started. */
  readonly startLock: string;
  readonly screens: string;
}

/** @param home The directory of our files in the person's home, such as `~/.agent-terminals`. */
export function hostPaths(home: string, protocol: number): HostPaths {
  const directory = join(home, 'host');
  return {
    directory,
    lockfile: join(directory, `host-${protocol}.json`),
    machineLockfile: join(directory, `host-${protocol}@${hostname()}.json`),
    log: join(directory, `host-${protocol}.log`),
    startLock: join(directory, 'start'),
    screens: join(directory, 'screens'),
  };
}

/** The lock file of a host whose own another host has replaced. */
export function displacedLockfile({ machineLockfile }: HostPaths, host: string): string {
  return machineLockfile.replace(/\.json$/, `.${host}.json`);
}

/**
 * Creates a directory that only the person can access, or checks and restricts an existing one.
 * @throws {SessionError} `SPAWN_FAILED` if it is a link, belongs to another user, or cannot be
 * created.
 */
export async function requirePrivateDirectory(path: string): Promise<void> {
  try {
    await makePrivateDirectory(path);
  } catch (error) {
    throw error instanceof ForeignDirectoryError
      ? foreignError(error)
      : notWritableError(path, error);
  }
}

function foreignError(error: ForeignDirectoryError): SessionError {
  return new SessionError(
    'SPAWN_FAILED',
    `The session host is not used because ${error.message}. Remove it and try again.`,
    { cause: error },
  );
}

function notWritableError(path: string, error: unknown): SessionError {
  return new SessionError(
    'SPAWN_FAILED',
    `The session host cannot write to ${path} (${toMessage(error)}): correct its permissions and try again.`,
    { cause: error },
  );
}
