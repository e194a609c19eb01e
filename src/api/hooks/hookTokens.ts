import { randomBytes } from 'node:crypto';
import { isSameSecret } from '../../base/sameSecret';

/** How a token fits a session: it is its own, another session's, or nobody's. */
export type TokenMatch = 'own' | 'others' | 'unknown';

/** One random token for each session of this window, good for that one's own events. It goes with the session from window to window. */
export class HookTokens {
  private readonly tokens = new Map<string, string>();

  /** 256 random bits; every call for one session gives the same. */
  tokenOf(ptyId: string): string {
    const token = this.tokens.get(ptyId) ?? randomBytes(32).toString('base64url');
    this.tokens.set(ptyId, token);
    return token;
  }

  /** The session has had that one from a window before. */
  keep(ptyId: string, token: string): void {
    this.tokens.set(ptyId, token);
  }

  /** The session is another window's from now on. */
  forget(ptyId: string): void {
    this.tokens.delete(ptyId);
  }

  /** Takes the same time whatever of a token is right. */
  match(ptyId: string, token: string): TokenMatch {
    if (isSameSecret(this.tokens.get(ptyId), token)) {
      return 'own';
    }
    return this.sessionOf(token) === undefined ? 'unknown' : 'others';
  }

  /** The PTY id of the session that has the token. */
  sessionOf(token: string): string | undefined {
    const fitting = [...this.tokens].filter(([, known]) => isSameSecret(known, token));
    return fitting[0]?.[0];
  }
}
