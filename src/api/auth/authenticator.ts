import type { Access } from '../../operations/access/access';
import { ApiError, toApiError } from '../../operations/apiError';
import type { ApiTokens } from './apiTokens';
import type { WrongTokens } from './wrongTokens';

/** Query parameters in which callers might send a token. */
const TOKEN_IN_QUERY = ['token', 'access_token', 'auth', 'authorization', 'api_key'];

interface AuthenticatorDeps {
  readonly tokens: Pick<ApiTokens, 'accessOf'>;
  readonly isEnabled: () => boolean;
  readonly wrongTokens: WrongTokens;
}

export interface Credentials {
  readonly authorization: string | undefined;
  readonly query: URLSearchParams;
}

/** Checks the token of the header `Authorization: Bearer` and returns what it gives access to. */
export class Authenticator {
  constructor(private readonly deps: AuthenticatorDeps) {}

  /** @throws {ApiError} `NOT_FOUND` (the API is off), `UNAUTHORIZED`, `RATE_LIMITED`, `SESSION_USER_MISMATCH`. */
  admit(credentials: Credentials): Access {
    const access = this.accessOf(credentials);
    if (!access) {
      throw this.deps.wrongTokens.refuse(
        'The header "Authorization: Bearer" has no valid token of this window.',
      );
    }
    return access;
  }

  /**
   * Returns why the access of these credentials has ended; undefined while it is valid. A token
   * that has become invalid does not count as a wrong token, because the caller did not guess it.
   */
  refusalOf(credentials: Credentials, access: Access): ApiError | undefined {
    try {
      const now = this.accessOf(credentials);
      return now && isSame(now, access)
        ? undefined
        : new ApiError('UNAUTHORIZED', 'The folder or session of the token has been closed.');
    } catch (error) {
      return toApiError(error).error;
    }
  }

  private accessOf({ authorization = '', query }: Credentials): Access | undefined {
    if (!this.deps.isEnabled()) {
      throw new ApiError('NOT_FOUND', 'The setting agentTerminals.api.enabled is off.');
    }
    if (TOKEN_IN_QUERY.some((name) => query.has(name))) {
      throw new ApiError(
        'UNAUTHORIZED',
        'A token in a URL ends up in logs: send it in the header "Authorization: Bearer".',
      );
    }
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
    return this.deps.tokens.accessOf(token);
  }
}

function isSame(one: Access, other: Access): boolean {
  return one.by === other.by && scopeOf(one) === scopeOf(other);
}

function scopeOf({ folder }: Access): string {
  return folder === 'all' ? folder : folder.uri;
}
