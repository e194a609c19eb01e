/*
 * What a session host holds for those who are connected, waits for and keeps, and what happens above that.
 */

/** Output of a stream that was sent and not acknowledged, in bytes. Policy: above the high mark output is dropped, and the session is redrawn when it is below the low one. */
export const STREAM_WATERMARKS = { high: 1024 * 1024, low: 512 * 1024 } as const;

/**
 * What waits in this process for one client to read, in bytes: output goes only while less waits than
 * `live`, a drawing only while less waits than `calm`, one at a time. Policy: see {@link STREAM_WATERMARKS}.
 */
export const CLIENT_WAITING_BYTES = { live: 2 * 1024 * 1024, calm: 1024 * 1024 } as const;

/** What waits for one client of notes, in bytes. Policy: its connection is closed; it learns all anew with the next. */
export const CLIENT_NOTE_BYTES = 1024 * 1024;

/** What of this waits where a client is not told any more what is soon told again, in bytes. */
export const CLIENT_BUSY_BYTES = 64 * 1024;

/** What may be read of a client before it has said who it is, in bytes, and how long that may take, in milliseconds. Policy: its connection is closed. */
export const BEFORE_HELLO = { bytes: 64 * 1024, ms: 5000 } as const;

/** Connections at once. Policy: one more is closed. */
export const MAX_CONNECTIONS = 128;

/** Viewers of one client that were detached before they came, at once. Policy: one more may stay until its session or its client goes. */
export const MAX_UNWANTED = 1024;

/** Clients of whom it is remembered what they typed last, when they are gone. Policy: those who went first are forgotten. */
export const MAX_REMEMBERED_CLIENTS = 256;

/** How often it is told what of sessions changes all the time, in milliseconds. */
export const TOUCH_EVERY_MS = 250;

/** How long it is not told what was taken of what is typed, in milliseconds: longer than an echo is on its way. */
export const TELL_TYPED_AFTER_MS = 10;

/** How often clients are asked whether they are there, in milliseconds; no answer till the next time is silence. */
export const PING_CLIENTS_EVERY_MS = 30_000;

/** How long the sessions may take to end with the host, in milliseconds. */
export const SHUTDOWN_MS = 4000;
