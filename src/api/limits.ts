/** Limits of the server, so that no caller can fill or stall the extension host. */
export interface ApiLimits {
  /** Maximum bytes of a body or of a WebSocket message. Policy: a longer one is refused whole. */
  readonly bodyBytes: number;
  /** Maximum open connections. Policy: further ones are closed as they arrive. */
  readonly connections: number;
  /**
   * Maximum connections without a request, or whose request was refused. Policy: the oldest one is
   * cut.
   */
  readonly pending: number;
  /**
   * Time limit for receiving a request's headers, in milliseconds. On a busy machine a caller may send them, and this
   * process may read them, seconds after the connection.
   */
  readonly headersMs: number;
  /** Time limit for receiving a whole request, in milliseconds. */
  readonly requestMs: number;
  /** Interval at which connections are checked against these time limits, in milliseconds. */
  readonly checkMs: number;
  /**
   * Interval of WebSocket pings, in milliseconds. A socket that sends nothing during one interval
   * is terminated.
   */
  readonly pingMs: number;
}

export const API_LIMITS: ApiLimits = {
  bodyBytes: 1024 * 1024,
  connections: 256,
  pending: 64,
  headersMs: 15_000,
  requestMs: 20_000,
  checkMs: 1_000,
  pingMs: 30_000,
};

/** The same for the socket of one session's hooks, to which a hostile machine may connect. */
export const FORWARD_LIMITS: ApiLimits = { ...API_LIMITS, connections: 8, pending: 4 };

/** Maximum bytes of a request's headers. */
export const HEADER_BYTES = 8 * 1024;

/** How long a refused caller has to read the response, in milliseconds. Policy: then it is cut. */
export const REFUSED_MS = 1_000;

/** Maximum bytes of events that wait for a slow reader. Policy: with more, the stream ends. */
export const STREAM_BYTES = 1024 * 1024;

/**
 * Time limit for closing a WebSocket, or an event stream whose access has ended, in milliseconds.
 * Policy: then the connection is cut.
 */
export const CLOSE_MS = 2_000;

/**
 * Maximum concurrent prompts of one WebSocket: each is kept in memory until its agent has accepted
 * it. Policy: more are refused.
 */
export const PROMPTS_AT_ONCE = 32;

/** Interval of the heartbeats of an event stream, in milliseconds. */
export const STREAM_HEARTBEAT_MS = 15_000;

/**
 * Bytes of output that wait for a slow viewer. Policy: above the high mark output is dropped, and
 * the session is redrawn when the viewer has read everything.
 */
export const VIEWER_WATERMARKS = { high: 1024 * 1024, low: 0 } as const;

/**
 * How long a viewer that is behind may read nothing, in milliseconds. Policy: then it is
 * disconnected.
 */
export const STALLED_MS = 30_000;

/**
 * Lines of one session that are emitted to event listeners in each `shareMs` milliseconds. Policy:
 * of the lines beyond `share` only the newest are emitted, after a line with the number of omitted
 * ones.
 */
export const EVENT_LINES = { share: 5_000, shareMs: 500, newest: 100 } as const;
