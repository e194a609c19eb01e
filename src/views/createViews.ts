import type * as vscode from 'vscode';
import type { AgentLauncher } from '../agents/agentLauncher';
import type { ResumePreviews } from '../agents/conversations/resumePreviews';
import type { SessionReconnector } from '../ownership/sessionReconnector';
import type { ProviderChecks } from '../agents/start/providerChecks';
import type { TaskWorktrees } from '../agents/worktrees/taskWorktrees';
import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { ConfirmationStore } from '../config/confirmations';
import { confirmationKey, type SettingsReader } from '../config/settingsReader';
import type { Leases } from '../ownership/leases';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import type { WindowSessions } from '../pty/windowSessions';
import type { StatusService } from '../status/statusService';
import type { SessionMapStore } from '../tasks/sessionMapStore';
import type { TaskStore } from '../tasks/taskStore';
import { StatusViews } from './attention/statusViews';
import { ConfirmWorkspaceValues } from './dialogs/confirmWorkspaceValues';
import { Messages } from './dialogs/messages';
import { createDisplayOf, type DisplayOf } from './dialogs/providerDisplay';
import { modalQuestions } from './dialogs/questions';
import { createRestore } from './restore/createRestore';
import { createTerminalViews } from './restore/createTerminalViews';
import type { SessionRestore } from './restore/sessionRestore';
import type { TerminalViews } from './restore/terminalViews';
import type { SessionTerminals } from './terminals/sessionTerminals';
import { createTree, type Tree } from './tree/createTree';
import { setContextKey } from './workspace/contextKeys';
import { InstalledAgents } from './workspace/installedAgents';
import { openWorkspaceSettings } from './workspace/openSettings';
import type { WindowLook } from './workspace/windowLook';
import { onDidChangeFolders, readWorkspaceState } from './workspace/workspaceState';

interface ViewsDeps {
  readonly confirmations: ConfirmationStore;
  readonly launcher: AgentLauncher;
  /** The file that stores which terminals are open where; undefined for a window without a workspace. */
  readonly layoutPath: string | undefined;
  readonly leases: Leases;
  readonly log: vscode.LogOutputChannel;
  readonly look: WindowLook;
  readonly map: SessionMapStore;
  readonly providerChecks: ProviderChecks;
  readonly reconnector: SessionReconnector;
  readonly registry: ProviderRegistry;
  readonly resumePreviews: ResumePreviews;
  readonly sessions: WindowSessions;
  readonly settings: SettingsReader;
  readonly status: StatusService;
  readonly tasks: TaskStore;
  readonly worktrees: TaskWorktrees;
}

export interface Views {
  readonly confirmValues: ConfirmWorkspaceValues;
  readonly displayOf: DisplayOf;
  readonly installed: InstalledAgents;
  readonly messages: Messages;
  readonly restore: SessionRestore;
  readonly statusViews: StatusViews;
  readonly terminals: SessionTerminals;
  readonly terminalViews: TerminalViews;
  readonly tree: Tree;
}

/** Creates the views of a window's sessions; `store` owns all of them. */
export function createViews(deps: ViewsDeps, store: DisposableStore): Views {
  const { reconnector, log, settings, sessions, status, tasks } = deps;
  const messages = new Messages(log);
  const displayOf = createDisplayOf(
    deps.registry,
    (folderUri) => settings.read(folderUri).settings.providers,
  );
  const terminalViews = store.add(
    createTerminalViews({
      reconnector,
      displayOf,
      layoutPath: deps.layoutPath,
      log,
      look: deps.look,
      messages,
      sessions,
      settings,
      status,
      tasks,
    }),
  );
  const { terminals } = terminalViews;
  const installed = new InstalledAgents({
    providerChecks: deps.providerChecks,
    workspace: readWorkspaceState,
    setContextKey,
  });
  const tree = createTreeView(deps, { displayOf, installed, terminals }, store);
  const statusViews = store.add(
    new StatusViews({
      clock: systemClock,
      messages,
      onDidChangeFolders,
      sessions,
      setting: () => settings.read().settings.notifications,
      status,
      tasks,
      terminals,
      treeView: tree.view,
    }),
  );
  const confirmValues = createConfirmValues(deps);
  const shown = { confirmValues, displayOf, messages, terminals };
  const restore = store.add(createSessionRestore(deps, shown));
  return {
    confirmValues,
    displayOf,
    installed,
    messages,
    restore,
    statusViews,
    terminals,
    terminalViews,
    tree,
  };
}

function createTreeView(
  deps: ViewsDeps,
  { displayOf, installed, terminals }: Pick<Views, 'displayOf' | 'installed' | 'terminals'>,
  store: DisposableStore,
): Tree {
  return createTree(
    {
      reconnector: deps.reconnector,
      displayOf,
      installed,
      leases: deps.leases,
      log: deps.log,
      map: deps.map,
      resumePreviews: deps.resumePreviews,
      sessions: deps.sessions,
      settings: deps.settings,
      status: deps.status,
      tasks: deps.tasks,
      terminals,
      worktrees: deps.worktrees,
    },
    store,
  );
}

function createConfirmValues({ settings, confirmations }: ViewsDeps): ConfirmWorkspaceValues {
  return new ConfirmWorkspaceValues({
    unconfirmed: (folderUri) => settings.read(folderUri).unconfirmed,
    providersOf: (folderUri) => settings.read(folderUri).settings.providers,
    keyOf: confirmationKey,
    confirmations,
    questions: modalQuestions,
    openSettings: openWorkspaceSettings,
  });
}

function createSessionRestore(
  deps: ViewsDeps,
  shown: Pick<Views, 'confirmValues' | 'displayOf' | 'messages' | 'terminals'>,
): SessionRestore {
  return createRestore({
    reconnector: deps.reconnector,
    launcher: deps.launcher,
    confirmValues: shown.confirmValues,
    displayOf: shown.displayOf,
    leases: deps.leases,
    map: deps.map,
    messages: shown.messages,
    registry: deps.registry,
    resumePreviews: deps.resumePreviews,
    sessions: deps.sessions,
    settings: deps.settings,
    tasks: deps.tasks,
    terminals: shown.terminals,
  });
}
