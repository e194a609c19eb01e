import { join } from 'node:path';
import { homedir, userInfo, type UserInfo } from 'node:os';

export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: {
    readonly name: string;
    readonly home: string;
    /** As in the user database; undefined if the account has none, as on Windows. */
    readonly shell?: string | undefined;
  };
  readonly isRoot: boolean;
  /** The version of VS Code, which programs get as the version of their terminal. */
  readonly terminalVersion: string;
  /** Whether a window of VS Code starts it; without one all sessions are in the session host. */
  readonly hasWindow: boolean;
}

/**
 * The directory of the extension's files, which all windows share: `AGENT_TERMINALS_HOME`, by
 * default `~/.agent-terminals`.
 */
export function ownHomeOf({ env, user }: Pick<MachineFacts, 'env' | 'user'>): string {
  return env['AGENT_TERMINALS_HOME'] || join(user.home, '.agent-terminals');
}

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
