import { join } from 'node:path';
import { randomHex } from '../../base/randomHex';
import type { OnceFile } from '../../pty/ptyProcess';
import { ownHomeOf, type MachineFacts } from './machineFacts';

/**
 * A new nonce with which a wrapper on this machine reports the exit of its agent, and the file from
 * which it reads the nonce.
 */
export function createExitMarker(machine: MachineFacts): OnceFile {
  return { path: join(ownHomeOf(machine), 'exit-markers', randomHex(16)), text: randomHex(16) };
}
