/** Failures that the client itself finds; those of the API keep the names that it gives them. */
export type ClientErrorCode =
  /** No window has the folder, or several have. */
  | 'NO_WINDOW'
  | 'SEVERAL_WINDOWS'
  /** The window's API does not answer. */
  | 'UNREACHABLE'
  /** An agent may not drive others: the setting `agentTerminals.agentsMayDrive` is off. */
  | 'NOT_ALLOWED'
  /** What is written while there is no connection is more than is kept. */
  | 'QUEUE_FULL'
  | 'BAD_REQUEST'
  | 'DETACHED'
  | 'SESSION_EXITED'
  | 'TIMEOUT'
  /** Whatever else the API says, such as `SESSION_NOT_FOUND`. */
  | (string & Record<never, never>);

/** A failure of the API or of the way to it: `code` for programs, `message` (one sentence) for people. */
export class ClientError extends Error {
  override readonly name = 'ClientError';

  constructor(
    readonly code: ClientErrorCode,
    message: string,
    /** What an agent had answered till then, where an ask failed in the middle of an answer. */
    readonly response?: string,
  ) {
    super(message);
  }
}
