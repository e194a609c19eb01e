import { SessionError } from '../../base/errors';
import { checkCwd } from '../../pty/shell/preflight';

/** @throws {SessionError} `UNTRUSTED`: nothing starts in a workspace that may do harm by what it holds. */
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
