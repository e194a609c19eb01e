/** Failures that a caller may want to tell apart; the names are public. */
export type SessionErrorCode =
  | 'AGENT_BLOCKED'
  | 'AGENT_NOT_READY'
  | 'BAD_REQUEST'
  | 'CLI_NOT_FOUND'
  | 'CWD_NOT_FOUND'
  | 'DETACHED'
  | 'ILLEGAL_STATE'
  | 'MAX_SESSIONS'
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
 * An expected failure: `code` for programs, `message` (one sentence that names
 * what, where and a next step) for the person, `cause` for the log.
 */
export class SessionError extends Error {
  override readonly name = 'SessionError';

  constructor(
    readonly code: SessionErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  static is(error: unknown, code?: SessionErrorCode): error is SessionError {
    return error instanceof SessionError && (code === undefined || error.code === code);
  }
}

/** What to tell a person about anything that was thrown. */
export function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
