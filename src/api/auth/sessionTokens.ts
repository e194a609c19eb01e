import { randomBytes } from 'node:crypto';
import { isSameSecret } from '../../base/sameSecret';

/** Whether a token belongs to the session, to another session of the window, or to none. */
type TokenMatch = 'own' | 'others' | 'unknown';

/**
 * One random token for each session of this window, for one purpose. The session keeps its token
 * when it moves to another window.
 */
export class SessionTokens {
  private readonly tokens = new Map<string, string>();

  /** Returns the session's token, 256 random bits in base64url; each call returns the same one. */
  tokenOf(ptyId: string): string {
    const token = this.tokens.get(ptyId) ?? newToken();
    this.tokens.set(ptyId, token);
    return token;
  }

  /** As {@link tokenOf}, but creates none. */
  get(ptyId: string): string | undefined {
    return this.tokens.get(ptyId);
  }

  all(): Iterable<string> {
    return this.tokens.values();
  }

  /** Sets the token that the session got from an earlier window. */
  keep(ptyId: string, token: string): void {
    this.tokens.set(ptyId, token);
  }

  /** Removes the token of a session that has ended or now belongs to another window. */
  forget(ptyId: string): void {
    this.tokens.delete(ptyId);
  }

  /** Takes the same time for any token, so that timing reveals nothing about it. */
  match(ptyId: string, token: string): TokenMatch {
    if (isSameSecret(this.tokens.get(ptyId), token)) {
      return 'own';
    }
    return this.sessionOf(token) === undefined ? 'unknown' : 'others';
  }

  /** The PTY id of the session with this token; undefined for an unknown token. */
  sessionOf(token: string): string | undefined {
    const matching = [...this.tokens].filter(([, known]) => isSameSecret(known, token));
    return matching[0]?.[0];
  }
}

/** 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
