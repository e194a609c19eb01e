import * as vscode from 'vscode';
import { requestsAutoApprove } from '../agents/options/autoApproval';
import { parseKept } from '../agents/options/keptOptions';
import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import { SETTINGS_SECTION } from '../config/contributions';
import { confirmationKey } from '../config/settingsReader';
import { StatusViews } from './attention/statusViews';
import { ConfirmWorkspaceValues } from './dialogs/confirmWorkspaceValues';
import { Messages } from './dialogs/messages';
import { createDisplayOf, type DisplayOf } from './dialogs/providerDisplay';
import { modalQuestions } from './dialogs/vscodeMessages';
import { createReviewViews } from './review/createReviewViews';
import { SessionRestore } from './restore/sessionRestore';
import { TerminalViews } from './restore/terminalViews';
import { keepInFront, tabOrderOf } from './terminals/openTabs';
import type { SessionTerminals } from './terminals/sessionTerminals';
import { createTree } from './tree/createTree';
import type { ViewsDeps } from './viewsDeps';
import { setContextKey } from './workspace/contextKeys';
import { InstalledAgents } from './workspace/installedAgents';
import { readWorkspaceState } from './workspace/workspaceState';

export type Views = ReturnType<typeof createViews>;

/** Creates the views of a window's sessions; `store` owns all of them. */
export function createViews(deps: ViewsDeps, store: DisposableStore) {
  const { confirmations, core, log, settings } = deps;
  const { providerChecks, registry, sessions, status, tasks } = core;
  const settingsOf = (folderUri?: string) => settings.read(folderUri).settings;
  const messages = new Messages(log);
  const displayOf = createDisplayOf(registry, (folderUri) => settingsOf(folderUri).providers);
  const terminalViews = store.add(new TerminalViews(deps, displayOf, messages));
  const { terminals } = terminalViews;
  const workspace = readWorkspaceState;
  const installed = new InstalledAgents({ providerChecks, workspace, setContextKey });
  const tree = createTree(deps, { displayOf, installed, messages, terminals }, store);
  const statusViews = store.add(
    new StatusViews({
      clock: systemClock,
      messages,
      sessions,
      setting: () => settingsOf().notifications,
      status,
      tasks,
      terminals,
      treeView: tree.view,
    }),
  );
  const { worktreeStates } = tree;
  const { review, reviewedEditor, reviewThreads } = createReviewViews(
    deps,
    { messages, worktreeStates },
    store,
  );
  const confirmValues = new ConfirmWorkspaceValues({
    unconfirmed: (folderUri) => settings.read(folderUri).unconfirmed,
    providersOf: (folderUri) => settingsOf(folderUri).providers,
    keyOf: confirmationKey,
    confirmations,
    questions: modalQuestions,
    openSettings: () =>
      vscode.commands.executeCommand('workbench.action.openWorkspaceSettings', SETTINGS_SECTION),
  });
  const restore = store.add(createRestore(deps, { confirmValues, displayOf, messages, terminals }));
  return {
    confirmValues,
    displayOf,
    installed,
    messages,
    restore,
    review,
    reviewedEditor,
    reviewThreads,
    statusViews,
    terminals,
    terminalViews,
    tree,
  };
}

/** Creates the restore of sessions. It reads the workspace and its settings when it runs. */
function createRestore(
  { core, settings }: ViewsDeps,
  {
    confirmValues,
    displayOf,
    messages,
    terminals,
  }: {
    readonly confirmValues: ConfirmWorkspaceValues;
    readonly displayOf: DisplayOf;
    readonly messages: Messages;
    readonly terminals: SessionTerminals;
  },
): SessionRestore {
  const settingsOf = (folderUri: string) => settings.read(folderUri).settings;
  return new SessionRestore({
    reconnector: core.reconnector,
    launcher: core.launcher,
    clock: systemClock,
    facts: () => {
      const { folders, isTrusted } = readWorkspaceState();
      return {
        folders,
        isTrusted,
        modeOf: ({ uri }) => settingsOf(uri).restoreOnStartup,
        tabOrderOf: ({ uri }) => tabOrderOf(settingsOf(uri).location),
        canResume: ({ uri }, providerId) => displayOf(providerId, uri).resumes,
        isSettled: (folder, providerId) => confirmValues.isSettled(folder, providerId),
        needsApproval: ({ uri }, { providerId, options }) => {
          const { autoApprove, providers } = settingsOf(uri);
          const provider = core.registry.find(providerId, providers);
          return !autoApprove && requestsAutoApprove(provider, parseKept(options).options);
        },
      };
    },
    keepInFront,
    leases: core.leases,
    locationOf: (folderUri) => settingsOf(folderUri).location,
    map: core.map,
    onDidGrantTrust: (listener) => vscode.workspace.onDidGrantWorkspaceTrust(listener),
    resumePreviews: core.resumePreviews,
    sessions: core.sessions,
    showNotice: messages.showNotice,
    tasks: core.tasks,
    terminals,
  });
}
