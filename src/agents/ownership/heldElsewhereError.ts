import { SessionError } from '../../base/errors';

/** `ILLEGAL_STATE`: another window that somebody looks at runs the session, and a person may say that it shall not. */
export class HeldElsewhereError extends SessionError {
  constructor(label: string) {
    super('ILLEGAL_STATE', `${label} runs in another window: go on there, or end it there first.`);
  }
}
