import { SessionError } from '../base/errors';
import type { RunCommand } from './process/command';
import { runCommand } from './process/runCommand';

/**
 * Lets programs run for the folders of a window once the person trusts its workspace. Other rooms
 * have no other way to a program: {@link run} runs git, login shells and the CLIs that are asked for
 * versions or models, and `WindowSessions` requires trust for each session that it starts. Checks
 * elsewhere only fail earlier, before a question or a terminal.
 *
 * Sessions that already run are shown, driven and ended without trust, by programs that `src/pty`
 * runs itself: `tmux`, `ssh` and the system's list of processes.
 */
export class TrustGuard {
  /** `isTrusted` is called before each program. */
  constructor(private readonly isTrusted: () => boolean) {}

  /** @throws {SessionError} `UNTRUSTED`: a program could run malicious files of the workspace. */
  require(): void {
    requireTrust(this.isTrusted());
  }

  /** Runs a program in a trusted workspace; rejects with `UNTRUSTED` in another one. */
  readonly run: RunCommand = async (request) => {
    this.require();
    return runCommand(request);
  };
}

/** @throws {SessionError} `UNTRUSTED`. */
export function requireTrust(isTrusted: boolean): void {
  if (!isTrusted) {
    throw new SessionError(
      'UNTRUSTED',
      'Nothing starts in an untrusted workspace: trust it with "Workspaces: Manage Workspace Trust".',
    );
  }
}
