import { SessionError } from '../../base/errors';

/** `ILLEGAL_STATE`: the session runs in another window that is in use; the person may still take it over. */
export class HeldElsewhereError extends SessionError {
  constructor(label: string) {
    super(
      'ILLEGAL_STATE',
      `${label} runs in another window. Continue there, or end it there first.`,
    );
  }
}
