import { join } from 'node:path';

/** What a start has to know of the machine and of the editor around it. */
export interface HostFacts {
  readonly platform: NodeJS.Platform;
  /** Our own environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly user: { readonly name: string; readonly home: string };
  readonly isRoot: boolean;
  /** The version of VS Code, whose terminal shows what programs draw. */
  readonly terminalVersion: string;
}

/** Where our own files lie, for this window and those beside it. */
export function ownHomeOf({ env, user }: Pick<HostFacts, 'env' | 'user'>): string {
  return env['AGENT_TERMINALS_HOME'] || join(user.home, '.agent-terminals');
}
