import { randomBytes } from 'node:crypto';

/** This many random bytes, suitable for secrets, as lower-case hexadecimal digits. */
export function randomHex(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
