import { createHash } from 'node:crypto';

/**
 * The UUID that a conversation gets where nothing else is known of it: the same for the
 * same PTY id suffix, on any machine, so that it is found again though the session map
 * was lost. The first 16 bytes of the suffix's SHA-256 with the bits of a version 4 UUID.
 */
export function deterministicUuid(suffix: string): string {
  const bytes = createHash('sha256').update(suffix).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [0, 8, 12, 16, 20].map((start, at, all) => hex.slice(start, all[at + 1])).join('-');
}
