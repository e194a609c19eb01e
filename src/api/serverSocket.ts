import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../base/isAlive';
import { randomHex } from '../base/randomHex';
import { ForeignDirectoryError, isOwn, makePrivateDirectory } from '../base/privateFile';
import {
  isListening,
  newSocketDirectory,
  newSocketPath,
  OWN_NAME,
  removeSocket,
  restrictSocket,
  socketDirectoryParents,
} from '../endpoint/socketPath';

/** The first part of the names of pipes, and of directories that are created for one socket. */
const PREFIX = 'agent-terminals-';

/** A socket that a window created, with its machine and its process; and a directory for one. */
const OWN_SOCKET = /^([0-9a-f]{8})-(\d+)-\w+\.sock$/;
const OWN_DIRECTORY = /^agent-terminals-([0-9a-f]{8})-(\d+)-\w{6}$/;

/**
 * Listens at a new socket that only the person can access, in a directory of that kind, and returns
 * its path. Where the file system of the home has no sockets, the socket is among the temporary
 * files. Rejects if the system refuses both.
 */
export async function listenAtNewSocket(
  directory: string,
  listen: (path: string) => Promise<void>,
): Promise<string> {
  const owner = `${machine()}-${process.pid}-`;
  try {
    await createOwnDirectory(directory);
    const name = `${owner}${randomHex(4)}`;
    const prefix = `${PREFIX}${owner}`;
    return await listenAt(await newSocketPath({ directory, name, prefix }), listen);
  } catch (error) {
    if (process.platform === 'win32') {
      throw error;
    }
    return listenAt(await newSocketDirectory(`${PREFIX}${owner}`), listen);
  }
}

/** Removes a socket of {@link listenAtNewSocket}, and a directory that was created for it. */
export function removeServerSocket(path: string): void {
  removeSocket(path, OWN_DIRECTORY);
}

/** Removes what crashed windows of this machine have left in the directory and among temporary files. */
export async function removeStaleSockets(directory: string): Promise<void> {
  for (const parent of [directory, ...socketDirectoryParents()]) {
    for (const name of await readdir(parent).catch(() => [])) {
      const path = join(parent, name);
      const socket = OWN_SOCKET.test(name) ? path : join(path, OWN_NAME);
      // Another container may have the same host name and the same home.
      if (isLeft(name, path) && !(await isListening(socket))) {
        removeServerSocket(socket);
      }
    }
  }
}

/**
 * Creates the directory if it is missing. Rejects if it belongs to another user or is a link, which
 * would disclose tokens.
 */
export async function createOwnDirectory(path: string): Promise<void> {
  try {
    await makePrivateDirectory(path);
  } catch (error) {
    throw error instanceof ForeignDirectoryError
      ? new Error(`${error.message}: remove it, and reload the window.`, { cause: error })
      : error;
  }
}

async function listenAt(path: string, listen: (path: string) => Promise<void>): Promise<string> {
  try {
    await listen(path);
    await restrictSocket(path);
    return path;
  } catch (error) {
    removeServerSocket(path);
    throw error;
  }
}

/** Whether a file is the person's and belongs to a process of this machine that has ended. */
function isLeft(name: string, path: string): boolean {
  const [, ofMachine, pid] = OWN_SOCKET.exec(name) ?? OWN_DIRECTORY.exec(name) ?? [];
  if (ofMachine !== machine() || isAlive(Number(pid))) {
    return false;
  }
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found !== undefined && isOwn(found);
}

/** Distinguishes the machines that share a home. */
function machine(): string {
  return createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
}
