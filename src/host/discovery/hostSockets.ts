import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newSocketPath, removeSocket } from '../../endpoint/socketPath';
import { randomHex } from '../../base/randomHex';

const PREFIX = 'agent-terminals-host-';
const OWN_DIRECTORY = /^agent-terminals-host-\w{6}$/;

/**
 * Returns a socket path that no host has used, so two hosts never compete for one and the socket of
 * a host that has ended is never in the way.
 */
export function newHostSocket(directory: string, protocol: number): Promise<string> {
  return newSocketPath({ directory, name: `${protocol}-${randomHex(6)}`, prefix: PREFIX });
}

/**
 * Removes sockets of hosts of that protocol that died before they wrote a lock file. Call it while
 * no host is starting.
 */
export async function removeStaleHostSockets(
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

/** Removes the socket and the directory that was created for it. */
export function removeHostSocket(socketPath: string): void {
  removeSocket(socketPath, OWN_DIRECTORY);
}
