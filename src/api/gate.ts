import type { Clock } from '../base/clock';
import type { Logger } from '../base/logger';
import type { Access } from './access';
import { ApiError } from './apiError';
import type { ApiTokens } from './apiTokens';

/** So many wrong tokens are told one by one; then one more for each {@link REFUSAL_MS}, and of the rest no more than that. */
const REFUSALS_AT_ONCE = 20;
const REFUSAL_MS = 200;
/** How often the log is told of wrong tokens, at the most, in milliseconds. */
const LOG_MS = 60_000;

/** Names by which a token may have got into an address. */
const TOKEN_IN_QUERY = ['token', 'access_token', 'auth', 'authorization', 'api_key'];

export interface GateDeps {
  readonly tokens: Pick<ApiTokens, 'accessOf'>;
  readonly isEnabled: () => boolean;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'warn'>;
}

export interface Knock {
  readonly authorization: string | undefined;
  readonly query: URLSearchParams;
}

/** Lets in who has a token in the header `Authorization: Bearer`, and says what for. */
export class Gate {
  private refusals = 0;
  private refusedAt = 0;
  private loggedAt = -LOG_MS;

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
      throw this.refuse();
    }
    return access;
  }

  private refuse(): ApiError {
    this.tellLog();
    const now = this.deps.clock.monotonic();
    const forgiven = Math.floor((now - this.refusedAt) / REFUSAL_MS);
    this.refusals = Math.max(0, this.refusals - forgiven) + 1;
    this.refusedAt = forgiven > 0 || this.refusals === 1 ? now : this.refusedAt;
    if (this.refusals > REFUSALS_AT_ONCE) {
      this.refusals = REFUSALS_AT_ONCE;
      return new ApiError('RATE_LIMITED', 'Too many wrong tokens: wait a second.');
    }
    return new ApiError(
      'UNAUTHORIZED',
      'The header "Authorization: Bearer" has no token of this window.',
    );
  }

  private tellLog(): void {
    const now = this.deps.clock.monotonic();
    if (now - this.loggedAt >= LOG_MS) {
      this.loggedAt = now;
      this.deps.logger.warn('Somebody called the API with a wrong token, and was refused.');
    }
  }
}
