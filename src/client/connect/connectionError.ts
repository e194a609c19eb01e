import { ClientError, type ClientErrorCode } from '../clientError';

/** The connection to a window failed before its response. */
export class ConnectionError extends ClientError {
  constructor(
    code: ClientErrorCode,
    message: string,
    /** Whether the window cannot have received the whole request, so that it has had no effect. */
    readonly isUnsent: boolean,
  ) {
    super(code, message);
  }
}
