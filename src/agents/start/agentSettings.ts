import type { ProviderOverrides } from '../../providers/registry/providerRegistry';
import type { UserRules } from '../../status/screens/userRules';
import type { AfterExit, Persistence, SpawnMode } from '../../pty/spawnMode';

export interface AgentSettings {
  readonly providers: ProviderOverrides;
  readonly autoApprove: boolean;
  readonly spawnMode: Exclude<SpawnMode, 'ssh'>;
  readonly afterExit: AfterExit;
  /** What holds a new session. A running session keeps the value of its start. */
  readonly persistence: Persistence;
  /** Empty: the person's login shell. */
  readonly shell: string;
  readonly shellSetup: string;
  readonly inheritEnv: boolean;
  readonly envPassthrough: readonly string[];
  /** Whether agents are linked to the extensions of their vendors in the window. */
  readonly ideLink: boolean;
  readonly scrollback: number;
  readonly 'worktree.mode': 'ask' | 'always' | 'never';
  /** Empty: beside the repository. */
  readonly 'worktree.directory': string;
  readonly 'worktree.branchPrefix': string;
  readonly 'worktree.copy': readonly string[];
  readonly 'worktree.symlink': readonly string[];
  /** Whether the base of a new worktree is fetched first; `ask` a person. */
  readonly 'worktree.fetch': 'ask' | 'always' | 'never';
  readonly 'worktree.setup': readonly string[];
  readonly 'worktree.teardown': readonly string[];
  /** The path of git or its name on the PATH; empty: `git`. */
  readonly gitPath: string;
  /** The path of OpenSSH's client or its name on the PATH; empty: `ssh`. */
  readonly sshPath: string;
  /** The path of tmux or its name on the PATH; empty: `tmux`. */
  readonly tmuxPath: string;
  readonly 'api.enabled': boolean;
  readonly 'api.tcp': 'always' | 'never' | 'onRequest';
  /** Whether agents may drive the sessions of their own folder. */
  readonly agentsMayDrive: boolean;
  /** The person's own status rules, which precede those of the providers. */
  readonly statusRules: UserRules;
}
