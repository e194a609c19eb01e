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

/** The interval of pings to the host, in milliseconds. */
export const PING_EVERY_MS = 5000;

/**
 * How often it is measured how long the host has sent nothing, and after how long it counts as
 * unresponsive, in milliseconds.
 */
export const UNRESPONSIVE = { checkEveryMs: 1000, limitMs: 10_000 } as const;

/**
 * How much of a stream is processed before it is acknowledged, in bytes; far below the host's limit
 * of unacknowledged output.
 */
export const CREDIT_BATCH_BYTES = 32 * 1024;

/**
 * Input that the host has not accepted, in bytes; as much as a session stores for its program.
 * Policy: further input is dropped.
 */
export const UNACCEPTED_INPUT_BYTES = 16 * 1024 * 1024;

/** How often a host is started if it ends before it accepts a connection. */
export const START_TRIES = 3;

/** How long a host may take to end its process after it has confirmed its end, in milliseconds. */
export const END_LIMIT_MS = 10_000;

/** How long a start may continue after its answer was lost with the connection, in milliseconds. */
export const LATE_START_MS = 10_000;
