import * as vscode from 'vscode';
import { requestsAutoApprove } from '../../agents/options/autoApproval';
import { parseKept } from '../../agents/options/keptOptions';
import { systemClock } from '../../base/clock';
import type { ConfirmWorkspaceValues } from '../dialogs/confirmWorkspaceValues';
import type { Messages } from '../dialogs/messages';
import type { DisplayOf } from '../dialogs/providerDisplay';
import { keepInFront } from '../terminals/keepInFront';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import type { ViewsDeps } from '../viewsDeps';
import { tabOrderOf } from '../workspace/editorSettings';
import { readWorkspaceState } from '../workspace/workspaceState';
import { SessionRestore } from './sessionRestore';

/** The views that the restore uses. */
interface RestoreParts {
  readonly confirmValues: ConfirmWorkspaceValues;
  readonly displayOf: DisplayOf;
  readonly messages: Messages;
  readonly terminals: SessionTerminals;
}

/** Creates the restore of sessions. It reads the workspace and its settings when it runs. */
export function createRestore(
  { core, settings }: ViewsDeps,
  { confirmValues, displayOf, messages, terminals }: RestoreParts,
): SessionRestore {
  return new SessionRestore({
    reconnector: core.reconnector,
    launcher: core.launcher,
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
          const provider = core.registry.find(providerId, providers);
          return !autoApprove && requestsAutoApprove(provider, parseKept(options).options);
        },
      };
    },
    keepInFront,
    leases: core.leases,
    locationOf: (folderUri) => settings.read(folderUri).settings.location,
    map: core.map,
    onDidGrantTrust: (listener) => vscode.workspace.onDidGrantWorkspaceTrust(listener),
    resumePreviews: core.resumePreviews,
    sessions: core.sessions,
    showNotice: messages.showNotice,
    tasks: core.tasks,
    terminals,
  });
}
