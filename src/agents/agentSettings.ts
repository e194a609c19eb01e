import type { ProviderOverrides } from '../providers/providerRegistry';
import type { AfterExit, SpawnMode } from '../pty/spawnMode';

/** What a start reads of the settings, as they count for its folder. */
export interface AgentSettings {
  readonly providers: ProviderOverrides;
  readonly autoApprove: boolean;
  readonly spawnMode: Exclude<SpawnMode, 'ssh'>;
  readonly afterExit: AfterExit;
  /** Empty = the person's own. */
  readonly shell: string;
  readonly shellSetup: string;
  readonly inheritEnv: boolean;
  readonly envPassthrough: readonly string[];
  /** Rows kept above the screen. */
  readonly scrollback: number;
}
