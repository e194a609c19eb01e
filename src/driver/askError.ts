import { SessionError, type SessionErrorCode } from '../base/errors';

interface AskDetails {
  /** The part of the answer that was received; empty if none was. */
  readonly response: string;
  /**
   * The question that the agent asks, on one line; null if its text is not known, undefined if the
   * ask failed for another reason.
   */
  readonly question?: string | null | undefined;
}

/** An ask that failed. */
export class AskError extends SessionError implements AskDetails {
  readonly response: string;
  readonly question: string | null | undefined;

  constructor(code: SessionErrorCode, message: string, { response, question }: AskDetails) {
    super(code, message);
    this.response = response;
    this.question = question;
  }
}
