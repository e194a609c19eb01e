import * as vscode from 'vscode';
import { systemClock } from '../base/clock';
import type { Event } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import { ASKED_OF_VSCODE } from '../commands/vscodeServices';
import type { CommandDeps } from '../commands/commandDeps';
import { prepareStart } from '../commands/start/startAgent';
import { registerCommands } from '../commands/registerCommands';
import { followHosts } from '../commands/host/followHosts';
import { WorktreeCommands } from '../commands/tasks/worktreeCommands';
import type { ConfirmationStore } from '../config/confirmations';
import { confirmationPlace, type SettingsReader } from '../config/settingsReader';
import { ConversationDetails } from '../agents/conversations/conversationDetails';
import { WorktreeStates } from '../agents/worktrees/worktreeStates';
import type { Core } from './core';
import { ConfirmWorkspaceValues } from '../views/dialogs/confirmWorkspaceValues';
import { lineUpOf, terminalScrollback } from '../views/workspace/editorSettings';
import { setContextKey } from '../views/workspace/contextKeys';
import type { ConversationFacts } from '../views/tree/conversationFacts';
import { findFolderOf } from '../agents/folderOf';
import { InstalledAgents } from '../views/workspace/installedAgents';
import { markOf } from '../views/terminals/markOf';
import { Messages } from '../views/dialogs/messages';
import { openWorkspaceSettings } from '../views/workspace/openSettings';
import { createDisplayOf, type DisplayOf } from '../views/dialogs/providerDisplay';
import { keepInFront } from '../views/terminals/keepInFront';
import { modalQuestions } from '../views/dialogs/questions';
import { SessionRestore } from '../views/restore/sessionRestore';
import type { SessionTerminals } from '../views/terminals/sessionTerminals';
import { SessionTree } from '../views/tree/sessionTree';
import { SessionTreeView } from '../views/tree/sessionTreeView';
import { watchSettingProblems } from '../views/workspace/settingProblems';
import { StatusViews } from '../views/attention/statusViews';
import { TerminalViews } from '../views/restore/terminalViews';
import { subjectOfSession } from '../views/terminals/terminalSubject';
import { registerTerminalProfile } from '../views/terminals/terminalProfile';
import {
  listFolders,
  onDidChangeFolders,
  readWorkspaceState,
} from '../views/workspace/workspaceState';

export interface WindowParts {
  readonly core: Core;
  readonly settings: SettingsReader;
  readonly confirmations: ConfirmationStore;
  readonly log: vscode.LogOutputChannel;
  /** Settles when what earlier windows remembered is known. */
  readonly loaded: Promise<unknown>;
  /** Where it is kept which terminals are open where. */
  readonly layoutPath: string | undefined;
}

/** Makes all that a person sees, over a core that works without it. */
export function createWindow(
  { core, settings, confirmations, log, loaded, layoutPath }: WindowParts,
  store: DisposableStore,
) {
  const messages = new Messages(log);
  const settingsOf = (folderUri?: string) => settings.read(folderUri).settings;
  const displayOf = createDisplayOf(core.registry, (folderUri) => settingsOf(folderUri).providers);
  const terminalViews = store.add(
    createTerminals({ core, settings, log, displayOf, messages, layoutPath }),
  );
  const { terminals } = terminalViews;
  const installed = new InstalledAgents({
    agents: core.agents,
    workspace: readWorkspaceState,
    setContextKey,
  });
  const details = createDetails(core, store);
  const worktreeStates = createWorktreeStates(core, store);
  const facts = createFacts({ core, settings, details, worktreeStates });
  const view = store.add(
    createTreeView(
      { core, settings, displayOf, facts, details, worktreeStates, terminals, installed, log },
      store,
    ),
  );
  const statusViews = store.add(createStatusViews({ core, settings, terminals, view, messages }));
  const confirmValues = createConfirmValues({ settings, confirmations });
  const deps: CommandDeps = {
    ...core,
    clock: systemClock,
    api: core.api.window,
    statusPages: statusViews.pages,
    waitingSelection: () => statusViews.waitingSelection(),
    loaded,
    ...ASKED_OF_VSCODE,
    terminals,
    installed,
    messages,
    displayOf,
    facts,
    confirmValues,
    worktreeStates,
    redrawTree: () => view.redraw(),
    worktreeCommands: new WorktreeCommands({ ...core, terminals, messages, settings: settingsOf }),
    settings: settingsOf,
    selection: () => view.selection,
    settledSelection: () => view.settledSelection(),
  };
  store.add(registerCommands(deps));
  const prepare = () => prepareStart(deps, {}, { conversation: 'auto' });
  store.add(registerTerminalProfile({ prepare, terminals, showError: messages.showError }));
  store.add(watchProblems(settings, messages));
  showNotices(core, messages, store);
  void loaded.then(() => openApi({ core, settings, terminals }, store));
  const restore = store.add(
    createRestore({ core, settings, displayOf, terminals, confirmValues, messages }),
  );
  store.add(followHosts({ ...core, ...messages, settings, messages, log, commands: deps }));
  return { restore, terminalViews };
}

function showNotices(core: Core, { showNotice }: Messages, store: DisposableStore): void {
  store.add(core.agents.onDidNotice(showNotice));
  for (const { onDidMeetProblem } of [core.tasks, core.map]) {
    store.add(onDidMeetProblem(({ message }) => showNotice(message)));
  }
}

/** Programs find the window's API from now on, and what they ask to be shown is. */
function openApi(
  { core, settings, terminals }: Pick<TreeParts, 'core' | 'settings' | 'terminals'>,
  store: DisposableStore,
): void {
  const { window, onDidAskToShow } = core.api;
  const update = (): void => void window.update();
  store.add(onDidChangeFolders(update));
  store.add(settings.onDidChange(update));
  store.add(
    onDidAskToShow(({ session, task }) => {
      const { location } = settings.read(task.folder).settings;
      const subject = subjectOfSession(session, { label: session.label, task });
      terminals.open(subject, { location, focus: 'leave' });
    }),
  );
  update();
}

function createTerminals({
  core,
  settings,
  log,
  displayOf,
  messages,
  layoutPath,
}: Pick<TreeParts, 'core' | 'settings' | 'log' | 'displayOf'> & {
  readonly messages: Messages;
  readonly layoutPath: string | undefined;
}): TerminalViews {
  return new TerminalViews({
    ...core,
    clock: systemClock,
    layoutPath,
    log,
    displayOf,
    markOf: (id) => markOf(core, id),
    onTerminalClose: (cwd) =>
      settings.read(findFolderOf(cwd, listFolders())?.uri).settings.onTerminalClose,
    terminalScrollback,
    showError: messages.showError,
  });
}

function createDetails(core: Core, store: DisposableStore): ConversationDetails {
  const details = store.add(
    new ConversationDetails({ ...core, folders: listFolders, clock: systemClock }),
  );
  store.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && details.refresh()));
  store.add(onDidChangeFolders(() => details.refresh()));
  return details;
}

function createWorktreeStates(core: Core, store: DisposableStore): WorktreeStates {
  const states = store.add(
    new WorktreeStates({
      ...core,
      folders: listFolders,
      isTrusted: () => vscode.workspace.isTrusted,
      clock: systemClock,
    }),
  );
  store.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && states.refresh()));
  store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => states.refresh()));
  store.add(onDidChangeFolders(() => states.refresh()));
  return states;
}

function createFacts({
  core: { reconnector, leases, status },
  settings,
  details,
  worktreeStates,
}: Pick<TreeParts, 'core' | 'settings' | 'details' | 'worktreeStates'>): ConversationFacts {
  return {
    activityOf: (ptyId) => status.get(ptyId),
    worktreeOf: (taskId) => worktreeStates.get(taskId),
    previewOf: (ptyId) => details.get(ptyId),
    isElsewhere: (ptyId) => leases.isHeldElsewhere(ptyId) || reconnector.livesElsewhere(ptyId),
    areListed: (folderUri) => settings.read(folderUri).settings.restoreOnStartup !== 'off',
    now: () => systemClock.now(),
  };
}

interface StatusParts extends Pick<TreeParts, 'core' | 'settings' | 'terminals'> {
  readonly view: SessionTreeView;
  readonly messages: Messages;
}

function createStatusViews({ core, settings, terminals, view, messages }: StatusParts) {
  return new StatusViews({
    ...core,
    terminals,
    treeView: view,
    messages,
    setting: () => settings.read().settings.notifications,
    onDidChangeFolders,
    clock: systemClock,
  });
}

interface RestoreParts extends Pick<TreeParts, 'core' | 'settings' | 'displayOf' | 'terminals'> {
  readonly confirmValues: ConfirmWorkspaceValues;
  readonly messages: Messages;
}

function createRestore(parts: RestoreParts): SessionRestore {
  const { core, settings, displayOf, terminals, confirmValues, messages } = parts;
  return new SessionRestore({
    ...core,
    terminals,
    clock: systemClock,
    onDidGrantTrust: (listener) => vscode.workspace.onDidGrantWorkspaceTrust(listener),
    facts: () => ({
      ...readWorkspaceState(),
      modeOf: ({ uri }) => settings.read(uri).settings.restoreOnStartup,
      lineUpOf: ({ uri }) => lineUpOf(settings.read(uri).settings.location),
      canResume: ({ uri }, providerId) => displayOf(providerId, uri).resumes,
      isSettled: (folder, providerId) => confirmValues.isSettled(folder, providerId),
    }),
    locationOf: (folderUri) => settings.read(folderUri).settings.location,
    keepInFront,
    showNotice: messages.showNotice,
  });
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

interface TreeParts {
  readonly core: Core;
  readonly settings: SettingsReader;
  readonly displayOf: DisplayOf;
  readonly facts: ConversationFacts;
  readonly details: ConversationDetails;
  readonly worktreeStates: WorktreeStates;
  readonly terminals: SessionTerminals;
  readonly installed: InstalledAgents;
  readonly log: vscode.LogOutputChannel;
}

function createTreeView(parts: TreeParts, store: DisposableStore): SessionTreeView {
  const { core, settings, displayOf, facts, details, worktreeStates, terminals, installed, log } =
    parts;
  const tree = store.add(
    new SessionTree({
      folders: listFolders,
      onDidChangeFolders,
      tasks: core.tasks,
      sessions: core.sessions,
      displayOf,
      facts,
      onDidChangeFacts: anyOf(
        details.onDidChange,
        worktreeStates.onDidChange,
        core.leases.onDidChange,
        core.sessions.onDidChangeOthers,
        core.status.onDidChange,
      ),
      onDidChangeSettings: settings.onDidChange,
      clock: systemClock,
    }),
  );
  const logError = (error: unknown): void => log.error('Looking for agents failed.', error);
  return new SessionTreeView({ tree, terminals, installed, clock: systemClock, logError });
}

function anyOf(...events: readonly Event<unknown>[]): Event<void> {
  return (listener) => {
    const store = new DisposableStore();
    events.forEach((event) => store.add(event(() => listener())));
    return store;
  };
}

function findProblems(settings: SettingsReader) {
  const folders = listFolders().map(({ uri }) => uri);
  return [undefined, ...folders].flatMap((uri) => settings.read(uri).problems);
}
