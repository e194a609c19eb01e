/** Failures that callers handle differently. The names are part of the public API. */
export type SessionErrorCode =
  | 'AGENT_BLOCKED'
  | 'AGENT_NOT_READY'
  | 'BAD_REQUEST'
  | 'CLI_NOT_FOUND'
  | 'CWD_NOT_FOUND'
  | 'DETACHED'
  | 'ILLEGAL_STATE'
  | 'MAX_SESSIONS'
  | 'MOVED'
  | 'NEEDS_INPUT'
  | 'PROMPT_STALLED'
  | 'PROVIDER_NOT_FOUND'
  | 'SESSION_BUSY'
  | 'SESSION_EXISTS'
  | 'SESSION_EXITED'
  | 'SESSION_NOT_FOUND'
  | 'SPAWN_FAILED'
  | 'TIMEOUT'
  | 'UNSUPPORTED_PLATFORM'
  | 'UNTRUSTED';

/**
 * An expected failure. `code` is for programs; `message` is for the person: one sentence that
 * states what failed, where, and the next step; `cause` is for the log.
 */
export class SessionError extends Error {
  override readonly name = 'SessionError';
  /** The message for the log: without what the screen shows, which a person may have typed. */
  readonly logged: string;

  constructor(
    readonly code: SessionErrorCode,
    message: string,
    options?: ErrorOptions & { readonly logged?: string },
  ) {
    super(message, options);
    this.logged = options?.logged ?? message;
  }

  static is(error: unknown, code?: SessionErrorCode): error is SessionError {
    return error instanceof SessionError && (code === undefined || error.code === code);
  }
}

/** A prompt that was not submitted, because the agent asks a question that it would answer. */
export class BlockedError extends SessionError {
  constructor(
    message: string,
    /** On one line; undefined if its text is not known. */
    readonly question: string | undefined,
  ) {
    super('AGENT_BLOCKED', message);
  }
}

/** The text to show to a person for any thrown value. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Any thrown value as an error. */
export function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
