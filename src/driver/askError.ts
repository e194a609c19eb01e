import { SessionError, type SessionErrorCode } from '../base/errors';

/** An ask that failed, with the part of the answer that was received. */
export class AskError extends SessionError {
  constructor(
    code: SessionErrorCode,
    message: string,
    /** Empty if no part was received. */
    readonly response: string,
  ) {
    super(code, message);
  }
}
