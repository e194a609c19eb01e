import { SessionError, type SessionErrorCode } from '../base/errors';

/** An ask that did not come to its end, with what was answered till then. */
export class AskError extends SessionError {
  constructor(
    code: SessionErrorCode,
    message: string,
    /** Empty where nothing was. */
    readonly response: string,
  ) {
    super(code, message);
  }
}
