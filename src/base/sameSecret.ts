import { createHash, timingSafeEqual } from 'node:crypto';

/** Whether a token is the one that is known; takes the same time whatever of it is right. */
export function isSameSecret(known: string | undefined, token: string): boolean {
  return known !== undefined && timingSafeEqual(digest(known), digest(token));
}

/** Of one length for all, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
