import * as vscode from 'vscode';
import type { AgentLauncher } from '../../agents/agentLauncher';
import { requestsAutoApprove } from '../../agents/options/autoApproval';
import { parseKept } from '../../agents/options/keptOptions';
import type { ProviderRegistry } from '../../providers/registry/providerRegistry';
import type { ResumePreviews } from '../../agents/conversations/resumePreviews';
import type { SessionReconnector } from '../../ownership/sessionReconnector';
import { systemClock } from '../../base/clock';
import type { SettingsReader } from '../../config/settingsReader';
import type { Leases } from '../../ownership/leases';
import type { SessionService } from '../../pty/sessionService';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { TaskStore } from '../../tasks/taskStore';
import type { ConfirmWorkspaceValues } from '../dialogs/confirmWorkspaceValues';
import type { Messages } from '../dialogs/messages';
import type { DisplayOf } from '../dialogs/providerDisplay';
import { keepInFront } from '../terminals/keepInFront';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import { tabOrderOf } from '../workspace/editorSettings';
import { readWorkspaceState } from '../workspace/workspaceState';
import { SessionRestore } from './sessionRestore';

interface CreateRestoreDeps {
  readonly reconnector: SessionReconnector;
  readonly launcher: AgentLauncher;
  readonly confirmValues: ConfirmWorkspaceValues;
  readonly displayOf: DisplayOf;
  readonly leases: Leases;
  readonly map: SessionMapStore;
  readonly messages: Messages;
  readonly registry: ProviderRegistry;
  readonly resumePreviews: ResumePreviews;
  readonly sessions: SessionService;
  readonly settings: SettingsReader;
  readonly tasks: TaskStore;
  readonly terminals: SessionTerminals;
}

/** Creates the restore of sessions. It reads the workspace and its settings when it runs. */
export function createRestore(deps: CreateRestoreDeps): SessionRestore {
  const { confirmValues, displayOf, settings } = deps;
  return new SessionRestore({
    reconnector: deps.reconnector,
    launcher: deps.launcher,
    clock: systemClock,
    facts: () => {
      const { folders, isTrusted } = readWorkspaceState();
      return {
        folders,
        isTrusted,
        modeOf: ({ uri }) => settings.read(uri).settings.restoreOnStartup,
        tabOrderOf: ({ uri }) => tabOrderOf(settings.read(uri).settings.location),
        canResume: ({ uri }, providerId) => displayOf(providerId, uri).resumes,
        isSettled: (folder, providerId) => confirmValues.isSettled(folder, providerId),
        needsApproval: ({ uri }, { providerId, options }) => {
          const { autoApprove, providers } = settings.read(uri).settings;
          const provider = deps.registry.find(providerId, providers);
          return !autoApprove && requestsAutoApprove(provider, parseKept(options).options);
        },
      };
    },
    keepInFront,
    leases: deps.leases,
    locationOf: (folderUri) => settings.read(folderUri).settings.location,
    map: deps.map,
    onDidGrantTrust: (listener) => vscode.workspace.onDidGrantWorkspaceTrust(listener),
    resumePreviews: deps.resumePreviews,
    sessions: deps.sessions,
    showNotice: deps.messages.showNotice,
    tasks: deps.tasks,
    terminals: deps.terminals,
  });
}
