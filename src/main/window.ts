import type * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import type { DisposableStore } from '../base/lifecycle';
import type { CommandDeps } from '../commands/commandDeps';
import { followHosts } from '../commands/host/followHosts';
import { registerCommands } from '../commands/registerCommands';
import { prepareStart } from '../commands/start/startAgent';
import { WorktreeCommands } from '../commands/tasks/worktreeCommands';
import { ASKED_OF_VSCODE } from '../commands/vscodeServices';
import type { ConfirmationStore } from '../config/confirmations';
import type { SettingsReader } from '../config/settingsReader';
import { createViews, type Views } from '../views/createViews';
import type { SessionRestore } from '../views/restore/sessionRestore';
import type { TerminalViews } from '../views/restore/terminalViews';
import { registerTerminalProfile } from '../views/terminals/terminalProfile';
import { publishApi } from '../views/workspace/publishApi';
import { listSettingProblems, watchSettingProblems } from '../views/workspace/settingProblems';
import { listFolders, onDidChangeFolders } from '../views/workspace/workspaceState';
import type { Core } from './core';

export interface WindowParts {
  readonly core: Core;
  readonly settings: SettingsReader;
  readonly confirmations: ConfirmationStore;
  readonly log: vscode.LogOutputChannel;
  /** Settles when the state that earlier windows stored is loaded. */
  readonly loaded: Promise<unknown>;
  /** The file that stores which terminals are open where. */
  readonly layoutPath: string | undefined;
}

export interface Window {
  readonly restore: SessionRestore;
  readonly terminalViews: TerminalViews;
}

/** Creates all that a person sees, over a core that works without VS Code; `store` owns all of it. */
export function createWindow(parts: WindowParts, store: DisposableStore): Window {
  const { core, settings, confirmations, log, loaded, layoutPath } = parts;
  const views = createViews(
    {
      reconnector: core.reconnector,
      agents: core.agents,
      confirmations,
      handover: core.handover,
      layoutPath,
      leases: core.leases,
      log,
      map: core.map,
      registry: core.registry,
      resumePreviews: core.resumePreviews,
      sessions: core.sessions,
      settings,
      status: core.status,
      tasks: core.tasks,
      worktrees: core.worktrees,
    },
    store,
  );
  const { messages, terminals } = views;
  const { showNotice } = messages;
  const deps = createCommandDeps(parts, views);
  store.add(registerCommands(deps));
  const prepare = () => prepareStart(deps, {}, { conversation: 'auto' });
  store.add(registerTerminalProfile({ prepare, terminals, showError: messages.showError }));
  const problems = () => listSettingProblems(settings, listFolders());
  store.add(watchSettingProblems({ settings, onDidChangeFolders, problems, showNotice }));
  store.add(core.notices.onDidNotice(showNotice));
  store.add(core.tasks.onDidMeetProblem(({ message }) => showNotice(message)));
  store.add(core.map.onDidMeetProblem(({ message }) => showNotice(message)));
  const { onDidAskToShow, window } = core.api;
  void loaded.then(() => store.add(publishApi({ onDidAskToShow, settings, terminals, window })));
  store.add(
    followHosts({
      reconnector: core.reconnector,
      commands: deps,
      hostClient: core.hostClient,
      log,
      messages,
      sessions: core.sessions,
      settings,
      showInfo: messages.showInfo,
    }),
  );
  return { restore: views.restore, terminalViews: views.terminalViews };
}

function createCommandDeps({ core, settings, loaded }: WindowParts, views: Views): CommandDeps {
  const { messages, statusViews, terminals, tree } = views;
  const { commandRuns, leases, sessions, tasks } = core;
  const settingsOf = (folderUri: string | undefined) => settings.read(folderUri).settings;
  return {
    reconnector: core.reconnector,
    agents: core.agents,
    answers: core.answers,
    api: core.api.window,
    busy: ASKED_OF_VSCODE.busy,
    choices: ASKED_OF_VSCODE.choices,
    clock: systemClock,
    confirmValues: views.confirmValues,
    copyText: ASKED_OF_VSCODE.copyText,
    displayOf: views.displayOf,
    earlier: core.earlier,
    editorSelection: ASKED_OF_VSCODE.editorSelection,
    facts: tree.facts,
    forgetting: core.forgetting,
    hosting: core.hosting,
    installed: views.installed,
    loaded,
    messages,
    openFolder: ASKED_OF_VSCODE.openFolder,
    pickers: ASKED_OF_VSCODE.pickers,
    progress: ASKED_OF_VSCODE.progress,
    questions: ASKED_OF_VSCODE.questions,
    redrawTree: () => tree.view.redraw(),
    registry: core.registry,
    resumePreviews: core.resumePreviews,
    selection: () => tree.view.selection,
    sessions,
    settings: settingsOf,
    settledSelection: () => tree.view.settledSelection(),
    sshTargets: core.sshTargets,
    status: core.status,
    statusPages: statusViews.pages,
    tasks,
    terminals,
    trust: core.trust,
    waitingSelection: () => statusViews.waitingSelection(),
    workspace: ASKED_OF_VSCODE.workspace,
    worktreeCommands: new WorktreeCommands({
      commandRuns,
      leases,
      messages,
      sessions,
      settings: settingsOf,
      tasks,
      terminals,
    }),
    worktrees: core.worktrees,
    worktreeStates: tree.worktreeStates,
  };
}
