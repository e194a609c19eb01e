import * as vscode from 'vscode';
import { ConversationDetails } from '../../agents/conversations/conversationDetails';
import type { ResumePreviews } from '../../agents/conversations/resumePreviews';
import type { SessionReconnector } from '../../ownership/sessionReconnector';
import type { TaskWorktrees } from '../../agents/worktrees/taskWorktrees';
import { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import { systemClock } from '../../base/clock';
import type { Event } from '../../base/event';
import { DisposableStore } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import type { SettingsReader } from '../../config/settingsReader';
import type { Leases } from '../../ownership/leases';
import type { WindowSessions } from '../../pty/windowSessions';
import type { StatusService } from '../../status/statusService';
import type { SessionMapStore } from '../../tasks/sessionMapStore';
import type { TaskStore } from '../../tasks/taskStore';
import type { DisplayOf } from '../dialogs/providerDisplay';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import type { InstalledAgents } from '../workspace/installedAgents';
import { listFolders, onDidChangeFolders } from '../workspace/workspaceState';
import type { ConversationFacts } from './conversationFacts';
import { SessionTree } from './sessionTree';
import { SessionTreeView } from './sessionTreeView';

interface CreateTreeDeps {
  readonly reconnector: SessionReconnector;
  readonly displayOf: DisplayOf;
  readonly installed: InstalledAgents;
  readonly leases: Leases;
  readonly log: Logger;
  readonly map: SessionMapStore;
  readonly resumePreviews: ResumePreviews;
  readonly sessions: WindowSessions;
  readonly settings: SettingsReader;
  readonly status: StatusService;
  readonly tasks: TaskStore;
  readonly terminals: SessionTerminals;
  readonly worktrees: TaskWorktrees;
}

export interface Tree {
  /** The facts that the rows show; commands use the same. */
  readonly facts: ConversationFacts;
  readonly view: SessionTreeView;
  readonly worktreeStates: WorktreeStates;
}

/**
 * Creates the view "Sessions" and the parts that read its facts in the background; `store` owns all
 * of them.
 */
export function createTree(deps: CreateTreeDeps, store: DisposableStore): Tree {
  const details = createDetails(deps, store);
  const worktreeStates = createWorktreeStates(deps, store);
  const facts = createFacts(deps, details, worktreeStates);
  const { leases, log, sessions, settings, status } = deps;
  const tree = store.add(
    new SessionTree({
      folders: listFolders,
      onDidChangeFolders,
      tasks: deps.tasks,
      sessions,
      creations: deps.worktrees.creations,
      displayOf: deps.displayOf,
      facts,
      onDidChangeFacts: anyOf(
        details.onDidChange,
        worktreeStates.onDidChange,
        leases.onDidChange,
        sessions.onDidChangeOthers,
        status.onDidChange,
      ),
      onDidChangeSettings: settings.onDidChange,
      clock: systemClock,
    }),
  );
  const view = store.add(
    new SessionTreeView({
      tree,
      terminals: deps.terminals,
      installed: deps.installed,
      clock: systemClock,
      logError: (error) => log.error('Installed agents could not be checked.', error),
    }),
  );
  return { facts, view, worktreeStates };
}

function createDetails(
  { resumePreviews, tasks, map, sessions }: CreateTreeDeps,
  store: DisposableStore,
): ConversationDetails {
  const folders = listFolders;
  const clock = systemClock;
  const details = store.add(
    new ConversationDetails({ resumePreviews, tasks, map, sessions, folders, clock }),
  );
  store.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && details.refresh()));
  store.add(onDidChangeFolders(() => details.refresh()));
  return details;
}

function createWorktreeStates(
  { worktrees, tasks, sessions }: CreateTreeDeps,
  store: DisposableStore,
): WorktreeStates {
  const states = store.add(
    new WorktreeStates({
      worktrees,
      tasks,
      sessions,
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

function createFacts(
  { reconnector, settings, status }: CreateTreeDeps,
  details: ConversationDetails,
  worktreeStates: WorktreeStates,
): ConversationFacts {
  return {
    activityOf: (ptyId) => status.get(ptyId),
    worktreeOf: (taskId) => worktreeStates.get(taskId),
    previewOf: (ptyId) => details.get(ptyId),
    isElsewhere: (ptyId) => reconnector.isElsewhere(ptyId),
    areListed: (folderUri) => settings.read(folderUri).settings.restoreOnStartup !== 'off',
    now: () => systemClock.now(),
  };
}

/** Fires when any of the events does. */
function anyOf(...events: readonly Event<unknown>[]): Event<void> {
  return (listener) => {
    const store = new DisposableStore();
    events.forEach((event) => store.add(event(() => listener())));
    return store;
  };
}
