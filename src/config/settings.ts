import type { ScreenWorkerMode } from '../pty/spawnMode';
import type { AgentSettings } from '../agents/start/agentSettings';

/** The settings: complete, checked and frozen. The defaults are those of package.json. */
export interface Settings extends AgentSettings {
  readonly defaultProvider: string;
  readonly location: 'editor' | 'panel' | 'beside';
  readonly onTerminalClose: 'detach' | 'kill';
  /** What happens at startup to the sessions that the last window left open. */
  readonly restoreOnStartup: 'resume' | 'list' | 'off';
  readonly maxSessions: number;
  readonly exitedRetentionSeconds: number;
  /** Whether the session host writes the last screens of its sessions to disk. */
  readonly keepScreensOnDisk: boolean;
  /** Whether the output of floods is parsed in a worker thread. */
  readonly screenWorker: ScreenWorkerMode;
  /** After how many hours without a window an idle agent of the session host is ended; 0 for never. */
  readonly orphanTimeoutHours: number;
  /** When a message is shown because an agent needs the person or is done. */
  readonly notifications: 'never' | 'whenUnfocused' | 'always';
}
