/*
 * The limits of a session host: what it stores for its clients, how long it waits, and what happens
 * above a limit.
 */

/**
 * Output of a stream that was sent and not acknowledged, in bytes. Policy: above `high`, output is
 * held; if it was dropped, the session is redrawn below `low`.
 */
export const STREAM_WATERMARKS = { high: 1024 * 1024, low: 512 * 1024 } as const;

/**
 * What waits in this process because one client has not read it, in bytes. Output is sent only
 * while less than `output` waits; drawings only while less than `drawing` waits, one at a time.
 * What is not sent is held, up to `held` for all streams of the client. Policy: the stream that holds
 * most drops it and is redrawn.
 */
export const CLIENT_WAITING_BYTES = {
  output: 2 * 1024 * 1024,
  drawing: 1024 * 1024,
  held: 2 * 1024 * 1024,
} as const;

/**
 * Messages that wait for one client, in bytes. Policy: its connection is closed; the next connection
 * sends it the complete state.
 */
export const CLIENT_MESSAGE_BYTES = 1024 * 1024;

/**
 * If more bytes than this wait for a client, changes that will soon be sent again are not sent to
 * it.
 */
export const CLIENT_BUSY_BYTES = 64 * 1024;

/**
 * What is read from a client before its hello, in bytes, and how long that may take, in
 * milliseconds. Policy: its connection is closed.
 */
export const BEFORE_HELLO = { bytes: 64 * 1024, ms: 5000 } as const;

/** Simultaneous connections. Policy: a further one is closed. */
export const MAX_CONNECTIONS = 128;

/**
 * Viewers of one client that were detached before their attach call arrived. Policy: a further one
 * may stay attached until its session or its client ends.
 */
export const MAX_DETACHED_EARLY = 1024;

/**
 * Clients whose last input number is stored after they have disconnected. Policy: the one that
 * typed least recently is forgotten.
 */
export const MAX_REMEMBERED_CLIENTS = 256;

/** The interval at which frequently changing fields of sessions are sent, in milliseconds. */
export const TOUCH_EVERY_MS = 250;

/** The delay of acknowledgements of input, in milliseconds; longer than an echo takes. */
export const ACKNOWLEDGE_TYPED_AFTER_MS = 10;

/**
 * The interval of pings to clients, in milliseconds. A ping that is unanswered at the next one is
 * logged.
 */
export const PING_CLIENTS_EVERY_MS = 30_000;

/** How long the sessions may take to end when the host ends, in milliseconds. */
export const SHUTDOWN_MS = 4000;
