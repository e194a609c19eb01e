import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { randomHex } from '../../base/randomHex';
import { isOwn } from './hostPlace';

/** `sun_path` holds 108 bytes on Linux and 104 on macOS, its NUL among them (man 7 unix, man 4 unix). */
const MOST_BYTES = process.platform === 'darwin' ? 103 : 107;

const OWN_DIRECTORY = 'agent-terminals-host-';

/**
 * Returns a socket path that no host has used, so two hosts never compete for one and the socket of
 * a dead host is never in the way. It is in `directory`. If that path would be too long, it is in a
 * new private directory among the temporary files.
 */
export async function newSocketPath(directory: string, protocol: number): Promise<string> {
  const id = randomHex(6);
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\agent-terminals-host-${protocol}-${id}-${randomHex(16)}`;
  }
  const path = join(directory, `${protocol}-${id}.sock`);
  if (Buffer.byteLength(path) <= MOST_BYTES) {
    return path;
  }
  return join(await mkdtemp(join(tmpdir(), OWN_DIRECTORY)), `${protocol}.sock`);
}

/**
 * Removes sockets of hosts of that protocol that died before they wrote a lock file. Call it while
 * no host is starting.
 */
export async function removeStraySockets(
  directory: string,
  { protocol, inUse }: { readonly protocol: number; readonly inUse: readonly string[] },
): Promise<void> {
  for (const name of await readdir(directory)) {
    const path = join(directory, name);
    const isSocket = name.startsWith(`${protocol}-`) && name.endsWith('.sock');
    if (isSocket && !inUse.includes(path)) {
      await rm(path, { force: true });
    }
  }
}

/** Whether a process accepts connections at the path. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
}

/** Whether a client may connect to the path: the person's own socket, or no file yet. */
export async function isOwnSocket(path: string): Promise<boolean> {
  if (process.platform === 'win32') {
    return true;
  }
  const found = await lstat(path).catch(() => undefined);
  return found === undefined || (found.isSocket() && isOwn(found));
}

/** Returns the directory if {@link newSocketPath} created it for one socket. */
export function ownSocketDirectory(directory: string): string | undefined {
  const isOwn = dirname(directory) === tmpdir() && basename(directory).startsWith(OWN_DIRECTORY);
  return isOwn ? directory : undefined;
}
