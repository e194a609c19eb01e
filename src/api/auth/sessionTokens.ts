import { randomBytes } from 'node:crypto';
import { isSameSecret } from '../../base/sameSecret';

/** Whether a token belongs to the session, to another session of the window, or to none. */
type TokenMatch = 'own' | 'others' | 'unknown';

interface Tokens {
  /** The token of the session that runs. */
  current: string | undefined;
  /**
   * The start that is planned, also while an earlier session with the same id still runs, and its
   * token, if it gets one.
   */
  next: { readonly token: string | undefined } | undefined;
}

/**
 * The tokens of the sessions of this window: either those with which hooks report, or those that drive
 * sessions. A session has one random token, which remains until the session ends, also in another
 * window; `ApiTokens` refuses one that drives sessions as soon as its agent has ended. A later session
 * with the same id has another token.
 */
export class SessionTokens {
  private readonly sessions = new Map<string, Tokens>();

  /**
   * Returns the token for a planned start. The token is valid at once, and all plans of the start
   * have the same one: a start can have a fallback, with a plan of its own.
   */
  issue(ptyId: string): string {
    const token = this.sessions.get(ptyId)?.next?.token ?? newToken();
    this.of(ptyId).next = { token };
    return token;
  }

  /** The planned start gets no token. */
  issueNone(ptyId: string): void {
    this.of(ptyId).next = { token: undefined };
  }

  /** The token of the planned start, else of the running session; undefined if there is none. */
  newest(ptyId: string): string | undefined {
    const { current, next } = this.sessions.get(ptyId) ?? {};
    return next ? next.token : current;
  }

  /** Sets the token that the running session got from an earlier window. */
  keep(ptyId: string, token: string): void {
    this.of(ptyId).current = token;
  }

  /** Must be called when the planned start has become a session. */
  begin(ptyId: string): void {
    const tokens = this.sessions.get(ptyId);
    if (tokens?.next) {
      tokens.current = tokens.next.token;
      tokens.next = undefined;
    }
  }

  /** Revokes the token of a planned start that does not become a session. */
  abandon(ptyId: string): void {
    const tokens = this.sessions.get(ptyId);
    if (tokens?.current === undefined) {
      this.sessions.delete(ptyId);
    } else {
      tokens.next = undefined;
    }
  }

  /** Must be called when the session has ended. Returns whether another start is planned. */
  end(ptyId: string): boolean {
    const next = this.sessions.get(ptyId)?.next;
    if (next === undefined) {
      this.sessions.delete(ptyId);
      return false;
    }
    this.of(ptyId).current = undefined;
    return true;
  }

  /** Removes the tokens of a session that now belongs to another window. */
  forget(ptyId: string): void {
    this.sessions.delete(ptyId);
  }

  all(): readonly string[] {
    return [...this.sessions.values()].flatMap(valid);
  }

  /** Takes the same time for any token, so that timing reveals nothing about it. */
  match(ptyId: string, token: string): TokenMatch {
    const sessions = this.sessionsOf(token);
    return sessions.length === 0 ? 'unknown' : sessions.includes(ptyId) ? 'own' : 'others';
  }

  /** The PTY id of the session with this token; undefined for an unknown token. */
  sessionOf(token: string): string | undefined {
    return this.sessionsOf(token)[0];
  }

  private sessionsOf(token: string): readonly string[] {
    const matches = [...this.sessions].filter(
      ([, tokens]) => valid(tokens).filter((known) => isSameSecret(known, token)).length > 0,
    );
    return matches.map(([ptyId]) => ptyId);
  }

  private of(ptyId: string): Tokens {
    const tokens = this.sessions.get(ptyId) ?? { current: undefined, next: undefined };
    this.sessions.set(ptyId, tokens);
    return tokens;
  }
}

function valid({ current, next }: Tokens): readonly string[] {
  return [current, next?.token].flatMap((token) => token ?? []);
}

/** 256 random bits in base64url. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}
