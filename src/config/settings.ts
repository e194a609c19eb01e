import type { AgentSettings } from '../agents/start/agentSettings';

/** The settings: complete, checked and frozen. Defaults are the manifest's. */
export interface Settings extends AgentSettings {
  readonly defaultProvider: string;
  readonly location: 'editor' | 'panel' | 'beside';
  readonly onTerminalClose: 'detach' | 'kill';
  /** What happens to the sessions that the last window left open. */
  readonly restoreOnStartup: 'resume' | 'list' | 'off';
  readonly maxSessions: number;
  readonly exitedRetentionSeconds: number;
  /** Whether the session host writes the last screens of its sessions to disk. */
  readonly keepScreensOnDisk: boolean;
  /** When a message reports that an agent needs the person or is done. */
  readonly notifications: 'never' | 'whenUnfocused' | 'always';
}
