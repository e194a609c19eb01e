import { lstat, chmod, mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { SessionError, toMessage } from '../../base/errors';

/** Where the session host of one protocol has its files, all in the person's home. */
export interface HostPlace {
  /** Theirs alone. */
  readonly directory: string;
  /** The lock file of the running host; see `hostLockfile.ts`. */
  readonly entry: string;
  /** The same where a host of another machine, which shares the person's home, has that one. */
  readonly entryHere: string;
  readonly log: string;
  /** Held by whoever starts a host of any protocol, or clears up behind one. */
  readonly startLock: string;
  /** The last screens of sessions. */
  readonly screens: string;
}

/** @param home Where our own files lie in the person's home, such as `~/.agent-terminals`. */
export function hostPlace(home: string, protocol: number): HostPlace {
  const directory = join(home, 'host');
  return {
    directory,
    entry: join(directory, `host-${protocol}.json`),
    entryHere: join(directory, `host-${protocol}@${hostname()}.json`),
    log: join(directory, `host-${protocol}.log`),
    startLock: join(directory, 'start'),
    screens: join(directory, 'screens'),
  };
}

/** Where a host tells of itself that has sessions still and whose place another one has. */
export function besideEntry({ entryHere }: HostPlace, host: string): string {
  return entryHere.replace(/\.json$/, `.${host}.json`);
}

/**
 * Makes a directory that nobody else may look into, or sees to it that one is such.
 * @throws {SessionError} `SPAWN_FAILED` where it is a link or another user's, or cannot be made.
 */
export async function requirePrivateDirectory(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if (!(await closeOwnDirectory(path))) {
      throw new SessionError(
        'SPAWN_FAILED',
        `The session host is not used because ${path} is not a directory of your own. Remove it, and try again.`,
      );
    }
  } catch (error) {
    throw SessionError.is(error) ? error : cannotBeMade(path, error);
  }
}

/** Whether what is there is the person's own directory, no link: nothing in any other is believed. Closes it to others. */
export async function closeOwnDirectory(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory() || !isOwn(found)) {
    return false;
  }
  if ((found.mode & 0o077) !== 0 && process.getuid) {
    await chmod(path, 0o700);
  }
  return true;
}

/** Whether it is the person's own; Windows has no such number, and a home is closed there. */
export function isOwn({ uid }: { readonly uid: number }): boolean {
  return process.getuid === undefined || process.getuid() === uid;
}

function cannotBeMade(path: string, error: unknown): SessionError {
  return new SessionError(
    'SPAWN_FAILED',
    `The session host cannot write to ${path} (${toMessage(error)}): correct its permissions, and try again.`,
    { cause: error },
  );
}
