import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How a token fits a session: it is its own, another session's, or nobody's. */
export type TokenMatch = 'own' | 'others' | 'unknown';

/** One random token for each session of this window, good for that one's own events. */
export class HookTokens {
  private readonly tokens = new Map<string, string>();

  /** 256 random bits; every call for one session gives the same. */
  tokenOf(ptyId: string): string {
    const token = this.tokens.get(ptyId) ?? randomBytes(32).toString('base64url');
    this.tokens.set(ptyId, token);
    return token;
  }

  /** Takes the same time whatever of a token is right. */
  match(ptyId: string, token: string): TokenMatch {
    if (isSame(this.tokens.get(ptyId), token)) {
      return 'own';
    }
    return [...this.tokens.values()].some((other) => isSame(other, token)) ? 'others' : 'unknown';
  }
}

function isSame(known: string | undefined, token: string): boolean {
  return known !== undefined && timingSafeEqual(digest(known), digest(token));
}

/** Of one length for all, as the comparison needs it. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
