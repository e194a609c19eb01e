/** How often, and how soon, a session that lost its connection is attached again. */
export interface Reconnect {
  /** Tries in a row that fail before it is given up. */
  readonly maxAttempts: number;
  /** Before the first try, in milliseconds; each further one waits twice as long. */
  readonly baseDelayMs: number;
}

const RECONNECT: Reconnect = { maxAttempts: 5, baseDelayMs: 500 };

/** No try waits longer, in milliseconds. */
const MAX_DELAY_MS = 8_000;

/** What a caller asks for, with what it leaves open; `false` is no try at all. */
export function readReconnect(asked: false | Partial<Reconnect> | undefined): Reconnect {
  if (asked === false) {
    return { ...RECONNECT, maxAttempts: 0 };
  }
  const { maxAttempts = RECONNECT.maxAttempts, baseDelayMs = RECONNECT.baseDelayMs } = asked ?? {};
  return { maxAttempts, baseDelayMs };
}

/** How long try number `attempt` waits, in milliseconds; the first is number 1. */
export function delayBefore(attempt: number, { baseDelayMs }: Reconnect): number {
  return Math.min(baseDelayMs * 2 ** (attempt - 1), MAX_DELAY_MS);
}
