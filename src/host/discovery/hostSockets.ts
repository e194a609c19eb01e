import { readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { newSocketPath, ownSocketDirectory } from '../../endpoint/socketPath';
import { randomHex } from '../../base/randomHex';

const PREFIX = 'agent-terminals-host-';

/**
 * Returns a socket path that no host has used, so two hosts never compete for one and the socket of
 * a dead host is never in the way.
 */
export function newHostSocket(directory: string, protocol: number): Promise<string> {
  return newSocketPath({ directory, name: `${protocol}-${randomHex(6)}`, prefix: PREFIX });
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

/** Returns the socket's directory if it was created for this socket. */
export function ownHostDirectory(socketPath: string): string | undefined {
  return ownSocketDirectory(socketPath, { prefix: PREFIX });
}
