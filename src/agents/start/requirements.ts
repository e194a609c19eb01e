import { SessionError } from '../../base/errors';
import { checkCwd } from '../../pty/shell/preflight';

/** @throws {SessionError} `UNTRUSTED`: a program could run malicious files of the workspace. */
export function requireTrust(isTrusted: boolean): void {
  if (!isTrusted) {
    throw new SessionError(
      'UNTRUSTED',
      'Nothing starts in an untrusted workspace: trust it with "Workspaces: Manage Workspace Trust".',
    );
  }
}

/** @throws {SessionError} `CWD_NOT_FOUND`. */
export async function requireCwd(path: string): Promise<void> {
  const checked = await checkCwd(path);
  if (checked.kind === 'failed') {
    throw checked.error;
  }
}
