import { join, resolve } from 'node:path';

export interface CliHome {
  /** The variable with its path, if there is one. */
  readonly env: string | undefined;
  /** Its path below the person's home directory, unless that variable is set. */
  readonly folder: string;
}

export interface CliContext {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The path of a CLI's own folder, found as the CLI does, relative to its working directory.
 * @param home the person's home directory, for an environment that does not name one.
 */
export function cliHomeOf({ env: name, folder }: CliHome, { cwd, env }: CliContext, home: string) {
  const own = name === undefined ? undefined : env[name];
  const personal = env[process.platform === 'win32' ? 'USERPROFILE' : 'HOME'];
  return own === undefined || own === ''
    ? join(personal === undefined || personal === '' ? home : personal, folder)
    : resolve(cwd, own);
}
