import * as vscode from 'vscode';
import { ConversationDetails } from '../../agents/conversations/conversationDetails';
import { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import { systemClock } from '../../base/clock';
import type { Event } from '../../base/event';
import { DisposableStore } from '../../base/lifecycle';
import type { DisplayOf } from '../dialogs/providerDisplay';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import type { InstalledAgents } from '../workspace/installedAgents';
import type { ViewsDeps } from '../viewsDeps';
import { listFolders, onDidChangeFolders } from '../workspace/workspaceState';
import type { ConversationFacts } from './conversationFacts';
import { SessionTree } from './sessionTree';
import { SessionTreeView } from './sessionTreeView';

/** The views that the tree uses. */
interface TreeParts {
  readonly displayOf: DisplayOf;
  readonly installed: InstalledAgents;
  readonly terminals: SessionTerminals;
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
export function createTree(
  deps: ViewsDeps,
  { displayOf, installed, terminals }: TreeParts,
  store: DisposableStore,
): Tree {
  const details = createDetails(deps, store);
  const worktreeStates = createWorktreeStates(deps, store);
  const facts = createFacts(deps, details, worktreeStates);
  const { log, settings } = deps;
  const { leases, sessions, status, tasks, worktrees } = deps.core;
  const tree = store.add(
    new SessionTree({
      folders: listFolders,
      onDidChangeFolders,
      tasks,
      sessions,
      creations: worktrees.creations,
      displayOf,
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
      terminals,
      installed,
      clock: systemClock,
      logError: (error) => log.error('Installed agents could not be checked.', error),
    }),
  );
  return { facts, view, worktreeStates };
}

function createDetails(
  { core: { resumePreviews, tasks, map, sessions } }: ViewsDeps,
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
  { core: { worktrees, tasks, sessions } }: ViewsDeps,
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
  { core: { reconnector, status }, settings }: ViewsDeps,
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
