/** What the loopback door lets in at the most, so that nobody can fill or stall the extension host. */
export interface ApiLimits {
  /** Bytes of a body; a longer one is refused whole. */
  readonly bodyBytes: number;
  /** Connections at once; more are closed as they come. */
  readonly connections: number;
  /** How long a request's headers may take, in milliseconds. */
  readonly headersMs: number;
  /** How long a whole request may take to come, in milliseconds. */
  readonly requestMs: number;
  /** How often connections that are too slow are looked for, in milliseconds. */
  readonly checkMs: number;
}

export const API_LIMITS: ApiLimits = {
  bodyBytes: 1024 * 1024,
  connections: 64,
  headersMs: 3_000,
  requestMs: 10_000,
  checkMs: 1_000,
};

/** Bytes of a request's headers. */
export const HEADER_BYTES = 8 * 1024;
