/** The failures that the API tells a caller, each with its HTTP status; the names are public. */
export const API_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN_ORIGIN: 403,
  SESSION_USER_MISMATCH: 403,
  NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  SESSION_EXITED: 410,
  PAYLOAD_TOO_LARGE: 413,
} as const;

export type ApiErrorCode = keyof typeof API_STATUS;

/** A refused request: `code` for programs, `message` (one sentence) for whoever wrote the program. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ApiErrorCode,
    message: string,
  ) {
    super(message);
  }
}
