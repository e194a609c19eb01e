import { ClientError } from '../client/clientError';

/** The exit codes of the program; the numbers are public. */
export const EXIT = {
  done: 0,
  /** The agent or its session failed or ended unexpectedly. */
  failed: 1,
  usage: 2,
  noWindow: 3,
  notAllowed: 4,
  timeout: 5,
  /** The agent asks a question, which must be answered first. */
  needsInput: 6,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Exit codes by error code; {@link EXIT.failed} for all others. */
const EXIT_OF_ERROR: Readonly<Record<string, ExitCode>> = {
  AGENT_BLOCKED: EXIT.needsInput,
  NEEDS_INPUT: EXIT.needsInput,
  BAD_REQUEST: EXIT.usage,
  CWD_NOT_FOUND: EXIT.usage,
  PROVIDER_NOT_FOUND: EXIT.usage,
  PAYLOAD_TOO_LARGE: EXIT.usage,
  NO_WINDOW: EXIT.noWindow,
  // The window's API is off, so there is no usable window.
  NOT_FOUND: EXIT.noWindow,
  SEVERAL_WINDOWS: EXIT.noWindow,
  UNREACHABLE: EXIT.noWindow,
  MOVED: EXIT.noWindow,
  FORBIDDEN_ORIGIN: EXIT.notAllowed,
  NOT_ALLOWED: EXIT.notAllowed,
  SESSION_USER_MISMATCH: EXIT.notAllowed,
  UNAUTHORIZED: EXIT.notAllowed,
  UNTRUSTED: EXIT.notAllowed,
  TIMEOUT: EXIT.timeout,
};

export function exitCodeOf(error: unknown): ExitCode {
  return error instanceof ClientError ? (EXIT_OF_ERROR[error.code] ?? EXIT.failed) : EXIT.failed;
}
