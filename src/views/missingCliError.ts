import { SessionError } from '../base/errors';

/** `CLI_NOT_FOUND`, with the command that installs it, for the person to copy. */
export class MissingCliError extends SessionError {
  constructor(
    cause: SessionError,
    readonly installCommand: string,
  ) {
    super('CLI_NOT_FOUND', cause.message, { cause });
  }
}
