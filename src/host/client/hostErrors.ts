import { ErrorCodes, ResponseError } from 'vscode-jsonrpc/node';
import { SessionError, toError, type SessionErrorCode } from '../../base/errors';
import { isRecord } from '../../base/isRecord';

const CODES = {
  AGENT_BLOCKED: true,
  AGENT_NOT_READY: true,
  BAD_REQUEST: true,
  CLI_NOT_FOUND: true,
  CWD_NOT_FOUND: true,
  DETACHED: true,
  ILLEGAL_STATE: true,
  MAX_SESSIONS: true,
  MOVED: true,
  NEEDS_INPUT: true,
  PROMPT_STALLED: true,
  PROVIDER_NOT_FOUND: true,
  SESSION_BUSY: true,
  SESSION_EXISTS: true,
  SESSION_EXITED: true,
  SESSION_NOT_FOUND: true,
  SPAWN_FAILED: true,
  TIMEOUT: true,
  UNSUPPORTED_PLATFORM: true,
  UNTRUSTED: true,
} as const satisfies Record<SessionErrorCode, true>;

/** The connection was closed before the answer to a call arrived. */
export class ClosedError extends Error {
  constructor(cause: Error | undefined) {
    super(`The connection was closed${cause ? `: ${cause.message}` : ''}`, { cause });
  }
}

/** Whether the host answered the call with an error; false if no answer arrived. */
export function wasAnswered(error: unknown): boolean {
  return error instanceof ResponseError && error.code !== ErrorCodes.PendingResponseRejected;
}

/** Converts the error of a call to the error that a session of the window itself would throw. */
export function toCallError(error: unknown): Error {
  if (error instanceof ResponseError) {
    const data: unknown = error.data;
    const code = isRecord(data) ? data['code'] : undefined;
    return toCodedError(code, error.message);
  }
  return toError(error);
}

/** The error that the host has sent; without a code it is unexpected. */
export function toCodedError(code: unknown, message: string): Error {
  return typeof code === 'string' && Object.hasOwn(CODES, code)
    ? // An own key of the table.
      new SessionError(code as SessionErrorCode, message)
    : new Error(`The session host failed: ${message}`);
}

export function hostGoneError(pid: number): SessionError {
  return new SessionError(
    'SESSION_EXITED',
    `The session host, process ${pid}, has ended, and its sessions with it. Start them again.`,
  );
}

export function hostUnresponsiveError(pid: number): SessionError {
  return new SessionError(
    'TIMEOUT',
    `The session host, process ${pid}, does not answer. Wait, or end that process, which ends its sessions.`,
  );
}

export function callLostError(method: string): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `The connection to the session host was lost before it answered (${method}). Look at the list of sessions, then try again if needed.`,
  );
}

export function connectionLostError(label: string): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `The connection to the session host was lost while keys were typed into ${label}. Look at its terminal, and type them there if they are missing.`,
  );
}

export function hostStillRunningError(pid: number): SessionError {
  return new SessionError(
    'TIMEOUT',
    `The session host, process ${pid}, has not ended yet. Wait, or end that process.`,
  );
}

export function windowClosedError(): SessionError {
  return new SessionError(
    'DETACHED',
    'This window has disconnected from the session host because it is closing. Continue in another window.',
  );
}
