import { checkCwd } from '../../pty/shell/preflight';

/** @throws {SessionError} `CWD_NOT_FOUND`. */
export async function requireCwd(path: string): Promise<void> {
  const checked = await checkCwd(path);
  if (checked.kind === 'failed') {
    throw checked.error;
  }
}
