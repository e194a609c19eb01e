import { createHash } from 'node:crypto';

/** Below the ranges of ephemeral ports: Linux from 32768, macOS and Windows from 49152. */
const FIRST_PORT = 20_000;
const PORTS = 12_000;

/**
 * The port that a window with these folders uses if it is free. It is derived from the folders
 * because agents that outlive their window keep its address in their environment, some in their MCP
 * client. Undefined for a window without folders.
 */
export function usualPort(home: string, folders: readonly string[]): number | undefined {
  if (folders.length === 0) {
    return undefined;
  }
  const hash = createHash('sha256')
    .update([home, ...folders].join('\n'))
    .digest();
  return FIRST_PORT + (hash.readUInt32BE(0) % PORTS);
}
