/*
 * The limits of a session host: what it stores for its clients, how long it waits, and what happens
 * above a limit.
 */

/**
 * Output of a stream that was sent and not acknowledged, in bytes. Policy: above `high`, output is held until
 * less than that is left.
 */
export const STREAM_WATERMARKS = { high: 1024 * 1024, low: 512 * 1024 } as const;

/**
 * What waits in this process for a client that has not read it, of all its streams, in bytes. Policy: as for one stream.
 */
export const CLIENT_WATERMARKS = { high: 1024 * 1024, low: 256 * 1024 } as const;

/** Output that is held for one stream, in bytes. Policy: it is dropped, and the session is redrawn below `low`. */
export const STREAM_HELD_BYTES = 4 * 1024 * 1024;

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

/** The interval at which frequently changing fields of sessions are sent, in milliseconds. */
export const TOUCH_EVERY_MS = 250;

/** The interval at which a host looks whether windows can find it, in milliseconds. */
export const CHECK_FILES_EVERY_MS = 60_000;

/** How long the sessions may take to end when the host ends, in milliseconds. */
export const SHUTDOWN_MS = 4000;
