import { homedir, userInfo } from 'node:os';
import type { HostFacts } from './hostFacts';

/**
 * Reads the facts about this machine from this process and `env`.
 * @param appVersion the version of VS Code.
 */
export function readHostFacts({
  appVersion,
  env,
}: Pick<HostFacts, 'env'> & { readonly appVersion: string }): HostFacts {
  return {
    platform: process.platform,
    env,
    user: findUser(env),
    isRoot: process.getuid?.() === 0,
    terminalVersion: appVersion,
  };
}

/** The user according to the environment, as for other programs; else according to the system. */
function findUser(env: HostFacts['env']): HostFacts['user'] {
  const name = env['USER'] || env['LOGNAME'] || env['USERNAME'];
  const home = env['HOME'] || homedir();
  return { name: name || nameBySystem(), home };
}

function nameBySystem(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run with a user id that has no entry in the user database.
    return String(process.getuid?.() ?? 'user');
  }
}
