/*
 * The limits of a window towards the session host, and what happens above a limit.
 */

/**
 * The delays between attempts to connect to a running host, in milliseconds; the last one repeats.
 */
export const RECONNECT_DELAYS_MS: readonly number[] = [0, 25, 50, 100, 200, 400, 800, 1000];

/** After a connection that lasted at least this long, in milliseconds, the delays start from the beginning. */
export const STEADY_MS = 1000;

/**
 * How long a window tries to connect to a host that has never accepted it, in milliseconds. Policy:
 * then it gives up.
 */
export const FIRST_CONTACT_MS = 10_000;

/**
 * The pause between the answer to a ping and the next ping, and how long a host may take to answer,
 * in milliseconds. Policy: it is reported as unresponsive.
 */
export const PING_MS = { pause: 5000, limit: 5000 } as const;

/**
 * How much of a stream is processed before it is acknowledged, in bytes; far below the host's limit
 * of unacknowledged output.
 */
export const ACKNOWLEDGE_BYTES = 32 * 1024;

/**
 * Input that waits in this process because the host does not read it, in bytes; as much as a session
 * stores for its program. Policy: further input is refused.
 */
export const WAITING_INPUT_BYTES = 16 * 1024 * 1024;

/** How long input waits for a connection, in milliseconds. Policy: it is refused. */
export const INPUT_WAIT_MS = 2000;

/** How often a host is started if it ends before it accepts a connection. */
export const START_TRIES = 3;

/** How long a host may take to end its process after it has confirmed its end, in milliseconds. */
export const END_LIMIT_MS = 10_000;
