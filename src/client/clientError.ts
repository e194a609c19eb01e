/** The codes of the client itself. Errors of the API keep the API's codes. */
export type ClientErrorCode =
  /** No window has the folder, or several have. */
  | 'NO_WINDOW'
  | 'SEVERAL_WINDOWS'
  /** The window's API does not respond. */
  | 'UNREACHABLE'
  /** Another process serves the sessions now, and could not be found. */
  | 'MOVED'
  /**
   * The caller is an agent and the setting `agentTerminals.agentsMayDrive` is off, or the window is
   * not its own.
   */
  | 'NOT_ALLOWED'
  /** More data was written than is queued: 1 MiB. */
  | 'QUEUE_FULL'
  | 'BAD_REQUEST'
  | 'DETACHED'
  | 'SESSION_EXITED'
  | 'TIMEOUT'
  /** The agent asks a question before or during its answer. */
  | 'NEEDS_INPUT'
  /** Any other code of the API, such as `SESSION_NOT_FOUND`. */
  | (string & Record<never, never>);

/**
 * A failure of the API or of the connection to it: `code` for programs, `message` (one sentence)
 * for people.
 */
export class ClientError extends Error {
  override readonly name = 'ClientError';

  constructor(
    readonly code: ClientErrorCode,
    message: string,
    /**
     * The part of an answer that an ask received before it failed; undefined for all other errors.
     */
    readonly response?: string,
    /**
     * The question that the agent asks, with `NEEDS_INPUT` and `AGENT_BLOCKED`; null if its text is
     * not known.
     */
    readonly question?: string | null,
  ) {
    super(message);
  }
}

const INTERNAL = new ClientError('INTERNAL', '');

/** An error in the format of the API's error responses. */
export function formatError(error: unknown) {
  const { code, response, question } = error instanceof ClientError ? error : INTERNAL;
  return {
    code,
    message: error instanceof Error ? error.message : String(error),
    ...(response !== undefined && { response }),
    ...(question !== undefined && { question }),
  };
}
