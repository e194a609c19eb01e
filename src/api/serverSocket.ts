import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../base/isAlive';
import { randomHex } from '../base/randomHex';
import { closeOwnDirectory } from '../endpoint/ownFiles';
import { newSocketDirectory, newSocketPath, ownSocketDirectory } from '../endpoint/socketPath';

/** The first part of the names of pipes, and of directories that are created for one socket. */
export const SOCKET_PREFIX = 'agent-terminals-window-';

const SOCKET = /^([0-9a-f]{8})-(\d+)-[0-9a-f]+\.sock$/;

/**
 * Listens at a new socket in a directory that only the person can access, and returns its path. Where
 * the file system of the home has no sockets, the socket is among the temporary files.
 */
export async function listenAtNewSocket(
  directory: string,
  listen: (path: string) => Promise<void>,
): Promise<string> {
  const names = { name: `${machine()}-${process.pid}-${randomHex(4)}`, prefix: SOCKET_PREFIX };
  try {
    await requireOwnDirectory(directory);
    const path = await newSocketPath({ directory, ...names });
    await listen(path);
    return path;
  } catch {
    const path = await newSocketDirectory(names);
    await listen(path);
    return path;
  }
}

/** Removes the socket and a directory that was created for it. The system removes pipes. */
export function removeServerSocket(path: string): void {
  if (process.platform === 'win32') {
    return;
  }
  rmSync(path, { force: true });
  const own = ownSocketDirectory(path, { prefix: SOCKET_PREFIX });
  if (own !== undefined) {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Removes the sockets that crashed windows of this machine have left in the directory. */
export async function removeStraySockets(directory: string): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const [, ofMachine, pid] = SOCKET.exec(name) ?? [];
    if (ofMachine === machine() && !isAlive(Number(pid))) {
      rmSync(join(directory, name), { force: true });
    }
  }
}

/**
 * Creates the directory. Rejects if it belongs to another user or is a link, which would disclose
 * tokens.
 */
export async function requireOwnDirectory(path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  if (!(await closeOwnDirectory(path))) {
    throw new Error(`${path} is not a directory of your own: remove it, and reload the window.`);
  }
}

/** Distinguishes the machines that share a home. */
function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}
