/*
 * What a window waits for, holds and sends of a session host, and what happens above that.
 */

/** From one try to reach a host that lives to the next, in milliseconds; the last one goes on. */
export const RECONNECT_DELAYS_MS: readonly number[] = [0, 25, 50, 100, 200, 400, 800, 1000];

/** A connection that lasted so long was a good one: after it the tries begin anew, in milliseconds. */
export const STEADY_MS = 1000;

/** How long a window tries to connect to a host that has refused it from the beginning, in milliseconds. Policy: then it gives up. */
export const FIRST_CONTACT_MS = 10_000;

/** How often a host is asked whether it is there, in milliseconds. */
export const PING_EVERY_MS = 5000;

/** How often its silence is measured, and after how much of it it is said not to respond, in milliseconds. */
export const SILENCE = { checkEveryMs: 1000, limitMs: 10_000 } as const;

/** What of a stream is taken before the host is told so, in bytes; far below what it sends unasked. */
export const CREDIT_BATCH_BYTES = 32 * 1024;

/** Input that the host has not taken yet, in bytes, as much as a session holds for its program. Policy: what goes over it is refused whole. */
export const UNTAKEN_INPUT_BYTES = 16 * 1024 * 1024;

/** How often a host is started that is gone again before it has let anybody in. */
export const START_TRIES = 3;

/** How long a host that has said it ends may take until its process is gone, in milliseconds. */
export const END_LIMIT_MS = 10_000;

/** How long a start whose answer was lost with its connection may still go on, in milliseconds. */
export const LATE_START_MS = 10_000;
