import { join } from 'node:path';

/** The facts about this machine and about VS Code that a start needs. */
export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  /** The extension host's environment. */
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
