import { homedir, userInfo, type UserInfo } from 'node:os';
import type { MachineFacts } from './machineFacts';

/**
 * Reads the facts about this machine from this process and `env`.
 * @param appVersion the version of VS Code.
 */
export function readMachineFacts({
  appVersion,
  env,
  hasWindow,
}: Pick<MachineFacts, 'env' | 'hasWindow'> & { readonly appVersion: string }): MachineFacts {
  return {
    platform: process.platform,
    env,
    user: findUser(env),
    isRoot: process.getuid?.() === 0,
    terminalVersion: appVersion,
    hasWindow,
  };
}

/** The user according to the environment, as for other programs; else according to the system. */
function findUser(env: MachineFacts['env']): MachineFacts['user'] {
  const account = readAccount();
  const name = env['USER'] || env['LOGNAME'] || env['USERNAME'];
  return {
    name: name || (account?.username ?? String(process.getuid?.() ?? 'user')),
    home: env['HOME'] || homedir(),
    shell: account?.shell ?? undefined,
  };
}

/** Undefined if the user id has no entry in the user database, as in some containers. */
function readAccount(): UserInfo<string> | undefined {
  try {
    return userInfo();
  } catch {
    return undefined;
  }
}
