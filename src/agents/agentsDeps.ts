import type { Event } from '../base/event';
import type { Logger } from '../base/logger';
import type { DiskTranscripts } from '../conversations/transcripts/diskTranscripts';
import type { Ownership } from '../ownership/createOwnership';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import type { SessionSource } from '../pty/sessionSource';
import type { TmuxSessions } from '../pty/tmux/tmuxSessions';
import type { TrustGuard } from '../pty/trustGuard';
import type { WindowSessions } from '../pty/windowSessions';
import type { HookEvent } from '../status/sources/hookEvent';
import type { StatusService } from '../status/statusService';
import type { Tasks } from '../tasks/createTasks';
import type { FolderRef } from './folderRef';
import type { SessionProviders } from './sessionProviders';
import type { AgentHooks } from './start/agentHooks';
import type { AgentSettings } from './start/agentSettings';
import type { MachineFacts } from './start/machineFacts';
import type { TmuxPlanner } from './start/tmuxPlanner';

export interface AgentsDeps
  extends Ownership, Tasks, Pick<SessionProviders, 'cliOf' | 'providerOf' | 'settingsFor'> {
  readonly folders: () => readonly FolderRef[];
  readonly guard: TrustGuard;
  readonly hooks: AgentHooks;
  /** Returns the path of the program `agent-terminals`; undefined if it cannot be installed. */
  readonly installCommandLine: () => Promise<string | undefined>;
  /** Whether a person has this window open. */
  readonly isWatched: () => Promise<boolean>;
  readonly logger: Logger;
  readonly machine: MachineFacts;
  readonly notify: (message: string) => void;
  readonly onDidReceiveHook: Event<HookEvent>;
  readonly registry: ProviderRegistry;
  readonly sessions: WindowSessions;
  readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
  /** Where sessions outlive a window. */
  readonly source: SessionSource;
  readonly status: StatusService;
  readonly tmux: TmuxPlanner;
  readonly tmuxSessions: TmuxSessions;
  readonly transcripts: DiskTranscripts;
}
