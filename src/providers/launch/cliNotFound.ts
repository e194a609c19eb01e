import type { ProviderStatus } from '../model/providerStatus';
import { SessionError } from '../../base/errors';

const NAMED_DIRECTORIES = 12;

/**
 * The error of a start whose CLI was not found: the name, the searched directories, and how to
 * install it.
 * @param foundInteractively the path at which an interactive shell finds the CLI and a login shell
 * does not.
 */
export function cliNotFound(status: ProviderStatus, foundInteractively?: string): CliNotFoundError {
  // A CLI that exists does not need to be installed.
  const installCommand = foundInteractively === undefined ? status.installCommand : undefined;
  return new CliNotFoundError(`${whatIsWrong(status, foundInteractively)}.`, installCommand);
}

function whatIsWrong(status: ProviderStatus, foundInteractively: string | undefined): string {
  const { providerId, name, problem } = status;
  const setting = `the setting agentTerminals.providers.${providerId}.cli`;
  if (foundInteractively !== undefined) {
    return `${name} is at ${foundInteractively}, but only an interactive shell that is not a login shell finds it there; put its directory on the PATH in your login profile, or name the file in ${setting}`;
  }
  const install =
    status.installCommand === undefined
      ? 'install it'
      : `install it with \`${status.installCommand}\``;
  return problem === undefined
    ? `${name} was not found in ${listDirectories(status.lookedIn)}; ${install}, or name its file in ${setting}`
    : `${name} cannot be started: ${problem}; correct ${setting}, or ${install}`;
}

function listDirectories(lookedIn: readonly string[]): string {
  if (lookedIn.length === 0) {
    return 'an empty PATH';
  }
  const others = lookedIn.length - NAMED_DIRECTORIES;
  const named = lookedIn.slice(0, NAMED_DIRECTORIES).join(', ');
  return others > 0 ? `${named} and ${others} more directories of the PATH` : named;
}

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
