/** How often, and after which delays, a lost connection is retried. */
export interface Reconnect {
  /** Failed attempts in a row after which the connection is given up. */
  readonly maxAttempts: number;
  /** Delay before the first attempt, in milliseconds; it doubles for each further one. */
  readonly baseDelayMs: number;
}

const RECONNECT: Reconnect = { maxAttempts: 5, baseDelayMs: 500 };

/** Maximum delay, in milliseconds. */
const MAX_DELAY_MS = 8_000;

/** Completes the caller's options with the defaults; `false` means no attempts. */
export function readReconnect(requested: false | Partial<Reconnect> | undefined): Reconnect {
  if (requested === false) {
    return { ...RECONNECT, maxAttempts: 0 };
  }
  const { maxAttempts = RECONNECT.maxAttempts, baseDelayMs = RECONNECT.baseDelayMs } =
    requested ?? {};
  return { maxAttempts, baseDelayMs };
}

/** The delay before an attempt, in milliseconds; the first attempt is number 1. */
export function delayBefore(attempt: number, { baseDelayMs }: Reconnect): number {
  return Math.min(baseDelayMs * 2 ** (attempt - 1), MAX_DELAY_MS);
}
