import type { ProviderOverride } from '../providers/providerOverride';
import type { AfterExit, SpawnMode } from '../pty/spawnMode';

/** The settings as the core sees them: complete, checked and frozen. Defaults are the manifest's. */
export interface Settings {
  readonly defaultProvider: string;
  readonly providers: Readonly<Record<string, ProviderOverride>>;
  readonly autoApprove: boolean;
  readonly spawnMode: Exclude<SpawnMode, 'ssh'>;
  readonly afterExit: AfterExit;
  /** Empty = `$SHELL`, or the platform's. */
  readonly shell: string;
  readonly shellSetup: string;
  readonly inheritEnv: boolean;
  readonly envPassthrough: readonly string[];
  readonly location: 'editor' | 'panel' | 'beside';
  readonly onTerminalClose: 'detach' | 'kill';
  readonly maxSessions: number;
  readonly exitedRetentionSeconds: number;
}
