import type { Clock } from '../../base/clock';
import type { Logger } from '../../base/logger';
import { ApiError } from '../http/apiError';

/** So many wrong tokens are told one by one; then one more for each {@link REFUSAL_MS}, and of the rest no more than that. */
const REFUSALS_AT_ONCE = 20;
const REFUSAL_MS = 200;

/** How often the log is told of wrong tokens, at the most, in milliseconds. */
const LOG_MS = 60_000;

export interface WrongTokensDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly logger: Pick<Logger, 'warn'>;
}

/** Slows down who guesses tokens, and tells the log that somebody does, never what was guessed. */
export class WrongTokens {
  private refusals = 0;
  private refusedAt = 0;
  private loggedAt = -LOG_MS;

  constructor(private readonly deps: WrongTokensDeps) {}

  /** What one more wrong token is refused with: `UNAUTHORIZED` in these words, or `RATE_LIMITED`. */
  refuse(message: string): ApiError {
    const now = this.deps.clock.monotonic();
    this.tellLog(now);
    const forgiven = Math.floor((now - this.refusedAt) / REFUSAL_MS);
    this.refusals = Math.max(0, this.refusals - forgiven) + 1;
    this.refusedAt = forgiven > 0 || this.refusals === 1 ? now : this.refusedAt;
    if (this.refusals > REFUSALS_AT_ONCE) {
      this.refusals = REFUSALS_AT_ONCE;
      return new ApiError('RATE_LIMITED', 'Too many wrong tokens: wait a second.');
    }
    return new ApiError('UNAUTHORIZED', message);
  }

  private tellLog(now: number): void {
    if (now - this.loggedAt >= LOG_MS) {
      this.loggedAt = now;
      this.deps.logger.warn('A request to the API had a wrong token and was refused.');
    }
  }
}
