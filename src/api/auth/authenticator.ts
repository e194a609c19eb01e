import type { Access } from './access';
import { ApiError, toApiError } from '../http/apiError';
import type { ApiTokens } from './apiTokens';
import type { WrongTokens } from './wrongTokens';

/** Names by which a token may have got into an address. */
const TOKEN_IN_QUERY = ['token', 'access_token', 'auth', 'authorization', 'api_key'];

export interface AuthenticatorDeps {
  readonly tokens: Pick<ApiTokens, 'accessOf'>;
  readonly isEnabled: () => boolean;
  readonly wrongTokens: WrongTokens;
}

export interface Credentials {
  readonly authorization: string | undefined;
  readonly query: URLSearchParams;
}

/** Lets in who has a token in the header `Authorization: Bearer`, and says what for. */
export class Authenticator {
  constructor(private readonly deps: AuthenticatorDeps) {}

  /** @throws {ApiError} `NOT_FOUND` (the API is off), `UNAUTHORIZED`, `RATE_LIMITED`, `SESSION_USER_MISMATCH`. */
  admit(knock: Credentials): Access {
    const access = this.accessOf(knock);
    if (!access) {
      throw this.deps.wrongTokens.refuse(
        'The header "Authorization: Bearer" has no token of this window.',
      );
    }
    return access;
  }

  /**
   * Why somebody who was let in with `access` has to leave; undefined for one who may stay. Nobody
   * guesses here, so a token that is good for nothing any more is no wrong one.
   */
  refusalOf(knock: Credentials, access: Access): ApiError | undefined {
    try {
      const now = this.accessOf(knock);
      return now && isSame(now, access)
        ? undefined
        : new ApiError('UNAUTHORIZED', 'What the token was for has been closed.');
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
        'A token in an address ends up in logs: give it in the header "Authorization: Bearer".',
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
