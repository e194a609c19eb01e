/** How long a session is reserved for the window that released it, which may be reloading, in milliseconds. */
export const RETURN_MS = 20_000;

/** The longest time after which a failed attempt is repeated, in milliseconds. */
const LONGEST_RETRY_MS = 600_000;

/** When a session that no window owns is to be taken over, and how often that has failed. */
export interface Wait {
  readonly at: number;
  readonly failures: number;
}

/** The wait of a session that no window has released. */
export const AT_ONCE: Wait = { at: -Infinity, failures: 0 };

export function firstWait(now: number): Wait {
  return { at: now + RETURN_MS, failures: 0 };
}

/** The wait after an attempt, which is repeated at growing intervals if it has failed. */
export function nextWait(
  { failures }: Wait = AT_ONCE,
  now: number,
  { hasFailed }: { readonly hasFailed: boolean },
): Wait {
  const ms = Math.min(RETURN_MS * 2 ** failures, LONGEST_RETRY_MS);
  return { at: now + ms, failures: hasFailed ? failures + 1 : failures };
}
