import { SessionError } from '../../base/errors';

/**
 * `CLI_NOT_FOUND`, with the command that installs the CLI, if there is one, for the person to copy.
 */
export class CliNotFoundError extends SessionError {
  constructor(
    message: string,
    readonly installCommand: string | undefined,
  ) {
    super('CLI_NOT_FOUND', message);
  }
}
