import type { Access } from './access';
import { ApiError } from './apiError';
import type { ApiTokens } from './apiTokens';
import type { WrongTokens } from './wrongTokens';

/** Names by which a token may have got into an address. */
const TOKEN_IN_QUERY = ['token', 'access_token', 'auth', 'authorization', 'api_key'];

export interface GateDeps {
  readonly tokens: Pick<ApiTokens, 'accessOf'>;
  readonly isEnabled: () => boolean;
  readonly wrongTokens: WrongTokens;
}

export interface Knock {
  readonly authorization: string | undefined;
  readonly query: URLSearchParams;
}

/** Lets in who has a token in the header `Authorization: Bearer`, and says what for. */
export class Gate {
  constructor(private readonly deps: GateDeps) {}

  /** @throws {ApiError} `NOT_FOUND` (the API is off), `UNAUTHORIZED`, `RATE_LIMITED`, `SESSION_USER_MISMATCH`. */
  admit({ authorization = '', query }: Knock): Access {
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
    const access = this.deps.tokens.accessOf(token);
    if (!access) {
      throw this.deps.wrongTokens.refuse(
        'The header "Authorization: Bearer" has no token of this window.',
      );
    }
    return access;
  }
}
