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
 * A path for the socket of a new host, which no host had before: so no two ever fight for one, and
 * what a dead one left is in nobody's way. In `directory`, or where its path would be too long in a
 * directory of its own among the temporary files, which nobody else may look into.
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

/** Removes what hosts of that protocol left that died before they could tell of themselves; call it while none runs. */
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

/** Whether somebody takes connections there. */
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

/** Whether what lies there may be connected to: the person's own socket, or nothing as yet. */
export async function isOwnSocket(path: string): Promise<boolean> {
  if (process.platform === 'win32') {
    return true;
  }
  const found = await lstat(path).catch(() => undefined);
  return found === undefined || (found.isSocket() && isOwn(found));
}

/** The directory if it is one that was made for a socket alone. */
export function ownSocketDirectory(directory: string): string | undefined {
  const isOwn = dirname(directory) === tmpdir() && basename(directory).startsWith(OWN_DIRECTORY);
  return isOwn ? directory : undefined;
}
