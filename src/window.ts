import * as vscode from 'vscode';
import { systemClock } from './base/clock';
import type { Event } from './base/event';
import type { Disposable, DisposableStore } from './base/lifecycle';
import type { CommandDeps } from './commands/commandDeps';
import { planStart } from './commands/planStart';
import { registerCommands } from './commands/registerCommands';
import type { ConfirmationStore } from './config/confirmations';
import { confirmationPlace, type SettingsReader } from './config/settingsReader';
import type { Core } from './core';
import { showBusy } from './views/busy';
import { ConfirmWorkspaceValues } from './views/confirmWorkspaceValues';
import { setContextKey } from './views/contextKeys';
import { readEditorSelection } from './views/editorSelection';
import { findFolderOf } from './views/folderOf';
import { InstalledAgents } from './views/installedAgents';
import { Messages } from './views/messages';
import { openWorkspaceSettings } from './views/openSettings';
import { createFaceOf, type FaceOf } from './views/providerFace';
import { modalQuestions } from './views/questions';
import { quickPickers } from './views/quickPickers';
import { SessionTerminals } from './views/sessionTerminals';
import { SessionTree } from './views/sessionTree';
import { SessionTreeView } from './views/sessionTreeView';
import { watchSettingProblems } from './views/settingProblems';
import { registerTerminalProfile } from './views/terminalProfile';
import { listFolders, readWorkspaceState } from './views/workspaceState';

export interface WindowParts {
  readonly core: Core;
  readonly settings: SettingsReader;
  readonly confirmations: ConfirmationStore;
  readonly log: vscode.LogOutputChannel;
}

/** Makes all that a person sees, over a core that works without it. */
export function createWindow(
  { core, settings, confirmations, log }: WindowParts,
  store: DisposableStore,
) {
  const messages = new Messages(log);
  const faceOf = createFaceOf(
    core.registry,
    (folderUri) => settings.read(folderUri).settings.providers,
  );
  const terminals = store.add(
    new SessionTerminals({
      sessions: core.sessions,
      clock: systemClock,
      log,
      faceOf,
      onTerminalClose: (cwd) =>
        settings.read(findFolderOf(cwd, listFolders())?.uri).settings.onTerminalClose,
      terminalScrollback,
      showError: messages.showError,
    }),
  );
  const installed = new InstalledAgents({
    agents: core.agents,
    workspace: readWorkspaceState,
    setContextKey,
  });
  const view = store.add(
    createTreeView({ core, settings, faceOf, terminals, installed, log }, store),
  );
  const deps: CommandDeps = {
    ...core,
    terminals,
    installed,
    messages,
    faceOf,
    confirmValues: createConfirmValues({ settings, confirmations }),
    pickers: quickPickers,
    questions: modalQuestions,
    busy: showBusy,
    copyText: (text) => vscode.env.clipboard.writeText(text),
    settings: (folderUri) => settings.read(folderUri).settings,
    workspace: readWorkspaceState,
    selection: () => view.selection,
    editorSelection: readEditorSelection,
  };
  store.add(registerCommands(deps));
  store.add(
    registerTerminalProfile({
      prepare: () => planStart(deps, {}, 'auto'),
      terminals,
      showError: messages.showError,
    }),
  );
  store.add(watchProblems(settings, messages));
  store.add(core.agents.onDidNotice(messages.showNotice));
  for (const { onDidMeetProblem } of [core.tasks, core.map]) {
    store.add(onDidMeetProblem(({ message }) => messages.showNotice(message)));
  }
  return { messages };
}

function watchProblems(settings: SettingsReader, { showNotice }: Messages): Disposable {
  const problems = () => findProblems(settings);
  return watchSettingProblems({ settings, onDidChangeFolders, problems, showNotice });
}

function createConfirmValues(
  parts: Pick<WindowParts, 'settings' | 'confirmations'>,
): ConfirmWorkspaceValues {
  const { settings, confirmations } = parts;
  return new ConfirmWorkspaceValues({
    unconfirmed: (folderUri) => settings.read(folderUri).unconfirmed,
    placeOf: confirmationPlace,
    confirmations,
    questions: modalQuestions,
    openSettings: openWorkspaceSettings,
  });
}

/** VS Code's own setting, and its default. */
function terminalScrollback(): number {
  return vscode.workspace.getConfiguration('terminal.integrated').get('scrollback', 1000);
}

interface TreeParts {
  readonly core: Core;
  readonly settings: SettingsReader;
  readonly faceOf: FaceOf;
  readonly terminals: SessionTerminals;
  readonly installed: InstalledAgents;
  readonly log: vscode.LogOutputChannel;
}

function createTreeView(parts: TreeParts, store: DisposableStore): SessionTreeView {
  const { core, settings, faceOf, terminals, installed, log } = parts;
  const tree = store.add(
    new SessionTree({
      folders: listFolders,
      onDidChangeFolders,
      tasks: core.tasks,
      sessions: core.sessions,
      faceOf,
      onDidChangeSettings: settings.onDidChange,
      clock: systemClock,
    }),
  );
  const logError = (error: unknown): void => log.error('Looking for agents failed.', error);
  return new SessionTreeView({ tree, terminals, installed, logError });
}

const onDidChangeFolders: Event<unknown> = (listener) =>
  vscode.workspace.onDidChangeWorkspaceFolders(listener);

function findProblems(settings: SettingsReader) {
  const folders = listFolders().map(({ uri }) => uri);
  return [undefined, ...folders].flatMap((uri) => settings.read(uri).problems);
}
