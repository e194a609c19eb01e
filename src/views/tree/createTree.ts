import * as vscode from 'vscode';
import { ConversationDetails } from '../../agents/conversations/conversationDetails';
import { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import { systemClock } from '../../base/clock';
import type { DisposableStore } from '../../base/lifecycle';
import type { DisplayOf } from '../dialogs/providerDisplay';
import { ReviewProgresses } from '../review/reviewProgresses';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import type { InstalledAgents } from '../workspace/installedAgents';
import type { ViewsDeps } from '../viewsDeps';
import { setContextKey } from '../workspace/contextKeys';
import { listFolders, onDidChangeFolders } from '../workspace/workspaceState';
import type { ConversationFacts } from './conversationFacts';
import { FollowChanges } from './followChanges';
import { Overlaps } from './overlaps';
import { SessionTree } from './sessionTree';
import { SessionTreeView } from './sessionTreeView';

interface TreeParts {
  readonly displayOf: DisplayOf;
  readonly installed: InstalledAgents;
  readonly terminals: SessionTerminals;
}

/**
 * Creates the view "Sessions" and the parts that read its facts in the background; `store` owns all
 * of them.
 */
export function createTree(
  deps: ViewsDeps,
  { displayOf, installed, terminals }: TreeParts,
  store: DisposableStore,
) {
  const { log, settings } = deps;
  const { leases, map, resumePreviews, sessions, status, tasks, worktrees } = deps.core;
  const folders = listFolders;
  const clock = systemClock;
  const details = store.add(
    new ConversationDetails({ resumePreviews, tasks, map, sessions, folders, clock }),
  );
  const isTrusted = () => vscode.workspace.isTrusted;
  const worktreeStates = store.add(
    new WorktreeStates({ worktrees, tasks, sessions, folders, isTrusted, clock }),
  );
  const refresh = (): void => {
    details.refresh();
    worktreeStates.refresh();
  };
  store.add(vscode.window.onDidChangeWindowState(({ focused }) => focused && refresh()));
  store.add(onDidChangeFolders(refresh));
  store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => worktreeStates.refresh()));
  const overlaps = store.add(new Overlaps({ tasks, worktreeStates }));
  const { reviews } = deps.core.review;
  const progresses = createProgresses(deps, worktreeStates, store);
  const facts = createFacts(deps, { details, overlaps, progresses, worktreeStates });
  const tree = store.add(
    new SessionTree({
      folders,
      tasks,
      sessions,
      creations: worktrees.creations,
      displayOf,
      facts,
      changes: [
        onDidChangeFolders,
        settings.onDidChange,
        details.onDidChange,
        progresses.onDidChange,
        reviews.onDidChange,
        worktreeStates.onDidChange,
        leases.onDidChange,
        sessions.onDidChangeOthers,
        status.onDidChange,
      ],
      clock,
    }),
  );
  const view = store.add(
    new SessionTreeView({
      tree,
      terminals,
      installed,
      clock,
      logError: (error) => log.error('Installed agents could not be checked.', error),
    }),
  );
  store.add(followChanges(deps, view, worktreeStates));
  const showUncommitted = (isShown: boolean): void => {
    setContextKey('uncommittedShown', isShown);
    worktreeStates.showUncommitted(isShown);
  };
  return { facts, redraw: () => tree.redraw(), showUncommitted, view, worktreeStates };
}

function followChanges(
  { core: { sessions, tasks } }: ViewsDeps,
  view: SessionTreeView,
  worktreeStates: WorktreeStates,
): FollowChanges {
  return new FollowChanges({
    tasks,
    sessions,
    // Without trust no session starts, so a change of it needs no event.
    isActive: () => view.isVisible && vscode.workspace.isTrusted,
    onDidChangeActive: view.onDidChangeVisible,
    watch: watchFiles,
    refresh: (taskId) => worktreeStates.refresh(taskId),
  });
}

/** VS Code leaves out what the setting `files.watcherExclude` names. */
function watchFiles(root: string, onDidChange: (path: string) => void): vscode.Disposable {
  const pattern = new vscode.RelativePattern(vscode.Uri.file(root), '**/*');
  const watcher = vscode.workspace.createFileSystemWatcher(pattern);
  const handle = ({ path }: vscode.Uri): void => onDidChange(path);
  watcher.onDidChange(handle);
  watcher.onDidCreate(handle);
  watcher.onDidDelete(handle);
  return watcher;
}

function createProgresses(
  { core, log }: ViewsDeps,
  worktreeStates: WorktreeStates,
  store: DisposableStore,
): ReviewProgresses {
  const { marks, reviews } = core.review;
  const { tasks } = core;
  const logError = (error: unknown): void =>
    log.error('The marks of reviewed files could not be checked.', error);
  return store.add(new ReviewProgresses({ logError, marks, reviews, tasks, worktreeStates }));
}

interface FactSources {
  readonly details: ConversationDetails;
  readonly overlaps: Overlaps;
  readonly progresses: ReviewProgresses;
  readonly worktreeStates: WorktreeStates;
}

function createFacts(
  { core: { reconnector, review, status }, settings }: ViewsDeps,
  { details, overlaps, progresses, worktreeStates }: FactSources,
): ConversationFacts {
  return {
    activityOf: (ptyId) => status.get(ptyId),
    worktreeOf: (taskId) => worktreeStates.get(taskId),
    changesOf: (taskId) => worktreeStates.changesOf(taskId),
    reviewOf: (taskId) => {
      const { comments, rounds } = review.reviews.get(taskId);
      const { isDue, reviewed } = progresses.of(taskId);
      return { comments, isDue, reviewed, rounds };
    },
    overlapsOf: (taskId) => overlaps.get(taskId),
    taskOrder: () => settings.read().settings.taskOrder,
    uncommittedOf: (taskId) => worktreeStates.uncommittedOf(taskId),
    previewOf: (ptyId) => details.get(ptyId),
    isElsewhere: (ptyId) => reconnector.isElsewhere(ptyId),
    areListed: (folderUri) => settings.read(folderUri).settings.restoreOnStartup !== 'off',
    now: () => systemClock.now(),
  };
}
