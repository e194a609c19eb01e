import { randomBytes } from 'node:crypto';

/** So many random bytes, fit for secrets, as lower-case hexadecimal digits. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
