import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import { confirmationKey } from '../config/settingsReader';
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
import type { ViewsDeps } from './viewsDeps';
import { setContextKey } from './workspace/contextKeys';
import { InstalledAgents } from './workspace/installedAgents';
import { openWorkspaceSettings } from './workspace/openSettings';
import { onDidChangeFolders, readWorkspaceState } from './workspace/workspaceState';

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
  const { core, log, settings } = deps;
  const { providerChecks, registry, sessions, status, tasks } = core;
  const messages = new Messages(log);
  const displayOf = createDisplayOf(
    registry,
    (folderUri) => settings.read(folderUri).settings.providers,
  );
  const terminalViews = store.add(createTerminalViews(deps, displayOf, messages));
  const { terminals } = terminalViews;
  const workspace = readWorkspaceState;
  const installed = new InstalledAgents({ providerChecks, workspace, setContextKey });
  const tree = createTree(deps, { displayOf, installed, terminals }, store);
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
  return {
    confirmValues,
    displayOf,
    installed,
    messages,
    restore: store.add(createRestore(deps, { confirmValues, displayOf, messages, terminals })),
    statusViews,
    terminals,
    terminalViews,
    tree,
  };
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
