import { homedir, userInfo } from 'node:os';
import type { HostFacts } from './hostFacts';

/** What is known of this machine, by this process and its environment; `appVersion` is VS Code's. */
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

/** By the environment, as programs go by it; the system may know no name for who we are. */
function findUser(env: HostFacts['env']): HostFacts['user'] {
  const name = env['USER'] || env['LOGNAME'] || env['USERNAME'];
  const home = env['HOME'] || homedir();
  return { name: name || nameBySystem(), home };
}

function nameBySystem(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that has no entry.
    return String(process.getuid?.() ?? 'user');
  }
}
