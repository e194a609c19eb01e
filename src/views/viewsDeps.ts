import type * as vscode from 'vscode';
import type { AgentLauncher } from '../agents/agentLauncher';
import type { ResumePreviews } from '../agents/conversations/resumePreviews';
import type { ProviderChecks } from '../agents/start/providerChecks';
import type { TaskWorktrees } from '../agents/worktrees/taskWorktrees';
import type { ConfirmationStore } from '../config/confirmations';
import type { SettingsReader } from '../config/settingsReader';
import type { Leases } from '../ownership/leases';
import type { SessionReconnector } from '../ownership/sessionReconnector';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import type { WindowSessions } from '../pty/windowSessions';
import type { Review } from '../review/createReview';
import type { StatusService } from '../status/statusService';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { TaskStore } from '../tasks/taskStore';
import type { WindowLook } from './workspace/windowLook';

export interface ViewsDeps {
  readonly confirmations: ConfirmationStore;
  readonly core: {
    readonly launcher: AgentLauncher;
    readonly leases: Leases;
    readonly map: SessionMapStore;
    readonly providerChecks: ProviderChecks;
    readonly reconnector: SessionReconnector;
    readonly registry: ProviderRegistry;
    readonly resumePreviews: ResumePreviews;
    readonly review: Pick<Review, 'marks' | 'pullRequests' | 'reviews'>;
    readonly sessions: WindowSessions;
    readonly status: StatusService;
    readonly tasks: TaskStore;
    readonly worktrees: TaskWorktrees;
  };
  /** The file that stores which terminals are open where; undefined for a window without a workspace. */
  readonly layoutPath: string | undefined;
  readonly log: vscode.LogOutputChannel;
  readonly look: WindowLook;
  readonly settings: SettingsReader;
}
