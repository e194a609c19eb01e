import { SessionError, toMessage, type SessionErrorCode } from '../base/errors';

/** The error codes of the API, each with its HTTP status; the names are public. */
export const API_STATUS = {
  AGENT_BLOCKED: 409,
  AGENT_NOT_READY: 409,
  BAD_REQUEST: 400,
  CLI_NOT_FOUND: 424,
  CWD_NOT_FOUND: 400,
  DETACHED: 410,
  FORBIDDEN_ORIGIN: 403,
  ILLEGAL_STATE: 409,
  INTERNAL: 500,
  MAX_SESSIONS: 429,
  MOVED: 421,
  NEEDS_INPUT: 409,
  NOT_FOUND: 404,
  PAYLOAD_TOO_LARGE: 413,
  PROMPT_STALLED: 504,
  PROVIDER_NOT_FOUND: 400,
  RATE_LIMITED: 429,
  SESSION_BUSY: 409,
  SESSION_EXISTS: 409,
  SESSION_EXITED: 410,
  SESSION_NOT_FOUND: 404,
  SESSION_USER_MISMATCH: 403,
  SPAWN_FAILED: 500,
  TIMEOUT: 504,
  UNAUTHORIZED: 401,
  UNSUPPORTED_PLATFORM: 400,
  UNTRUSTED: 403,
} as const satisfies Record<SessionErrorCode, number> & Record<string, number>;

export type ApiErrorCode = keyof typeof API_STATUS;

/** A refused request: `code` for programs, `message` (one sentence) for the programmer. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ApiErrorCode,
    message: string,
    /**
     * The part of an answer that an ask received before it failed; undefined for all other errors.
     */
    readonly response?: string,
    /**
     * The question that the agent asks; null if its text is not known, undefined if no question is the
     * reason.
     */
    readonly question?: string | null,
  ) {
    super(message);
  }
}

/**
 * Converts an error for the caller. An unexpected error becomes `INTERNAL` without its message,
 * which may contain private data; `isExpected` is then false, so that the caller of this function
 * logs it.
 */
export function toApiError(error: unknown): {
  readonly error: ApiError;
  readonly isExpected: boolean;
} {
  if (error instanceof ApiError) {
    return { error, isExpected: true };
  }
  if (SessionError.is(error)) {
    const response = 'response' in error ? String(error.response) : undefined;
    const question = toQuestion(error);
    const refused = new ApiError(error.code, toMessage(error), response, question);
    return { error: refused, isExpected: true };
  }
  const internal = new ApiError(
    'INTERNAL',
    'The window failed to handle the request: see its log.',
  );
  return { error: internal, isExpected: false };
}

/** The body of an error response. */
export function formatApiError({ code, message, response, question }: ApiError) {
  return {
    error: {
      code,
      message,
      ...(response !== undefined && { response }),
      ...(question !== undefined && { question }),
    },
  };
}

/** The rest of the request's body is not read, so the connection is closed after the response. */
export function formatErrorResponse(error: ApiError): Response {
  const headers = { connection: 'close' };
  return Response.json(formatApiError(error), { status: API_STATUS[error.code], headers });
}

/** The question that stopped a prompt or an ask. */
function toQuestion(error: SessionError): string | null | undefined {
  const asks = error.code === 'NEEDS_INPUT' || error.code === 'AGENT_BLOCKED';
  const question = 'question' in error ? error.question : undefined;
  return asks ? (typeof question === 'string' ? question : null) : undefined;
}
