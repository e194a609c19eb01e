import { createHash } from 'node:crypto';

/**
 * The UUID of a session's first own conversation: the first 16 bytes of the SHA-256 of the PTY id's
 * suffix, with the bits of a version 4 UUID. The same suffix gives the same UUID on every machine,
 * so the conversation is found even if the session map was lost.
 */
export function deterministicUuid(suffix: string): string {
  const bytes = createHash('sha256').update(suffix).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [0, 8, 12, 16, 20].map((start, at, all) => hex.slice(start, all[at + 1])).join('-');
}
