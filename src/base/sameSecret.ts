import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a token equals the known one. The duration does not depend on how much of it matches. */
export function isSameSecret(known: string | undefined, token: string): boolean {
  return known !== undefined && timingSafeEqual(digest(known), digest(token));
}

/** `timingSafeEqual` needs values of equal length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
