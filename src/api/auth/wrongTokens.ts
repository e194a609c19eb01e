import type { Clock } from '../../base/clock';
import type { Logger } from '../../base/logger';
import { ApiError } from '../../operations/apiError';

/**
 * The only limit on the rate of requests: a burst of this many wrong tokens is answered with `UNAUTHORIZED`. After that one per
 * {@link REFUSAL_MS} is, and the rest with `RATE_LIMITED`.
 */
const REFUSALS_AT_ONCE = 20;
const REFUSAL_MS = 200;

/** Minimum time between two log entries about wrong tokens, in milliseconds. */
const LOG_MS = 60_000;

/**
 * Limits the rate at which tokens can be guessed, and logs attempts. The log never contains a
 * token.
 */
export class WrongTokens {
  private refusals = 0;
  private refusedAt = 0;
  private loggedAt = -LOG_MS;

  constructor(
    private readonly deps: {
      readonly clock: Clock;
      readonly logger: Pick<Logger, 'warn'>;
    },
  ) {}

  /**
   * Counts one more wrong token and returns the error for it: `UNAUTHORIZED` with `message`, or
   * `RATE_LIMITED`.
   */
  refuse(message: string): ApiError {
    const now = this.deps.clock.monotonic();
    this.logAttempt(now);
    const forgiven = Math.floor((now - this.refusedAt) / REFUSAL_MS);
    this.refusals = Math.max(0, this.refusals - forgiven) + 1;
    this.refusedAt = forgiven > 0 || this.refusals === 1 ? now : this.refusedAt;
    if (this.refusals > REFUSALS_AT_ONCE) {
      this.refusals = REFUSALS_AT_ONCE;
      return new ApiError('RATE_LIMITED', 'Too many wrong tokens: wait a second.');
    }
    return new ApiError('UNAUTHORIZED', message);
  }

  private logAttempt(now: number): void {
    if (now - this.loggedAt >= LOG_MS) {
      this.loggedAt = now;
      this.deps.logger.warn('A request to the API had a wrong token and was refused.');
    }
  }
}
