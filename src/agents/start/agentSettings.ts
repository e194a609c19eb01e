import type { ProviderOverrides } from '../../providers/registry/providerRegistry';
import type { UserRules } from '../../status/screens/userRules';
import type { AfterExit, Persistence, SpawnMode } from '../../pty/spawnMode';

/** What a start reads of the settings, as they count for its folder. */
export interface AgentSettings {
  readonly providers: ProviderOverrides;
  readonly autoApprove: boolean;
  readonly spawnMode: Exclude<SpawnMode, 'ssh'>;
  readonly afterExit: AfterExit;
  /** What a session outlives; one that runs keeps what it began with. */
  readonly persistence: Persistence;
  /** Empty = the person's own. */
  readonly shell: string;
  readonly shellSetup: string;
  readonly inheritEnv: boolean;
  readonly envPassthrough: readonly string[];
  /** Rows kept above the screen. */
  readonly scrollback: number;
  /** Whether a new task gets a worktree of its own. */
  readonly 'worktree.mode': 'ask' | 'always' | 'never';
  /** Empty = beside the repository. */
  readonly 'worktree.directory': string;
  readonly 'worktree.branchPrefix': string;
  /** Patterns of ignored files that come along. */
  readonly 'worktree.copy': readonly string[];
  /** Commands that run in a new worktree before the first agent. */
  readonly 'worktree.setup': readonly string[];
  /** Commands that run in a worktree before it is removed. */
  readonly 'worktree.teardown': readonly string[];
  /** Git, by its path or a name on the PATH; empty = `git`. */
  readonly gitPath: string;
  /** OpenSSH's client, in the same way; empty = `ssh`. */
  readonly sshPath: string;
  /** tmux, by its path or a name on the PATH; empty = `tmux`. */
  readonly tmuxPath: string;
  /** Whether programs of this machine may drive the window's sessions. */
  readonly 'api.enabled': boolean;
  /** Whether agents may, those of their own folder. */
  readonly agentsMayDrive: boolean;
  /** The person's own rules by which screens are read, before those of the providers. */
  readonly statusRules: UserRules;
}
