/** What the loopback server accepts, so that no caller can fill or stall the extension host. */
export interface ApiLimits {
  /** Bytes of a body, or of a WebSocket's message; a longer one is refused whole. */
  readonly bodyBytes: number;
  /** Connections at once; more are closed as they come. */
  readonly connections: number;
  /** How long a request's headers may take, in milliseconds. */
  readonly headersMs: number;
  /** How long a whole request may take to come, in milliseconds. */
  readonly requestMs: number;
  /** How often connections that are too slow are looked for, in milliseconds. */
  readonly checkMs: number;
  /** How often a WebSocket has to show that its other end lives, in milliseconds. */
  readonly pingMs: number;
}

export const API_LIMITS: ApiLimits = {
  bodyBytes: 1024 * 1024,
  connections: 256,
  headersMs: 3_000,
  requestMs: 10_000,
  checkMs: 1_000,
  pingMs: 30_000,
};

/** Bytes of a request's headers. */
export const HEADER_BYTES = 8 * 1024;

/** Bytes of events that wait for a slow reader. Policy: with more the stream ends. */
export const STREAM_BYTES = 1024 * 1024;

/** How long a WebSocket, or a stream whose caller has to leave, has to close in good order, in milliseconds. */
export const CLOSE_MS = 2_000;

/**
 * Prompts of one WebSocket that are under way at once: each is kept until its agent has taken it.
 * Policy: more are refused.
 */
export const PROMPTS_AT_ONCE = 32;

/** How often a stream of events says that it lives, in milliseconds. */
export const STREAM_BEAT_MS = 15_000;

/**
 * Output of a session that waits for a slow viewer, in bytes. Policy: above the high mark output is
 * dropped, and the session is redrawn when the viewer has read everything.
 */
export const VIEWER_WATERMARKS = { high: 1024 * 1024, low: 0 } as const;

/** How long a viewer that is behind may read nothing at all, in milliseconds. Policy: then it is dropped. */
export const STALLED_MS = 30_000;

/**
 * Lines of one session that who listens to events is told in each `shareMs` milliseconds. Policy:
 * of those beyond it only the newest are told, with how many were left out.
 */
export const EVENT_LINES = { share: 5_000, shareMs: 500, newest: 100 } as const;
