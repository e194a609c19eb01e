import * as vscode from 'vscode';
import type { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import { systemClock } from '../../base/clock';
import { SessionError } from '../../base/errors';
import type { DisposableStore } from '../../base/lifecycle';
import type { Messages } from '../dialogs/messages';
import type { DisplayOf } from '../dialogs/providerDisplay';
import type { SessionTerminals } from '../terminals/sessionTerminals';
import type { InstalledAgents } from '../workspace/installedAgents';
import type { ViewsDeps } from '../viewsDeps';
import { setContextKey } from '../workspace/contextKeys';
import { listFolders, onDidChangeFolders } from '../workspace/workspaceState';
import { createFacts } from './createFacts';
import { FollowChanges } from './changes/followChanges';
import { SessionTree } from './sessionTree';
import { SessionTreeView, type MarkedFile } from './sessionTreeView';

interface TreeParts {
  readonly displayOf: DisplayOf;
  readonly installed: InstalledAgents;
  readonly messages: Messages;
  readonly terminals: SessionTerminals;
}

/**
 * Creates the view "Sessions" and the parts that read its facts in the background; `store` owns all
 * of them.
 */
export function createTree(
  deps: ViewsDeps,
  { displayOf, installed, messages, terminals }: TreeParts,
  store: DisposableStore,
) {
  const { log, settings } = deps;
  const { leases, review, sessions, status, tasks, worktrees } = deps.core;
  const folders = listFolders;
  const clock = systemClock;
  const parts = createFacts(deps, store);
  const { details, facts, progresses, pullRequestStates, worktreeStates } = parts;
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
        pullRequestStates.onDidChange,
        review.reviews.onDidChange,
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
      mark: (file, isReviewed) =>
        mark(deps, worktreeStates, file, isReviewed).catch((error: unknown) => {
          messages.showError(error);
          // VS Code has changed the box.
          tree.redraw();
        }),
      logError: (error) => log.error('Installed agents could not be checked.', error),
    }),
  );
  store.add(followChanges(deps, view, worktreeStates));
  const showPullRequests = (): void => pullRequestStates.setVisible(view.isVisible);
  store.add(view.onDidChangeVisible(showPullRequests));
  showPullRequests();
  const showUncommitted = (isShown: boolean): void => {
    setContextKey('uncommittedShown', isShown);
    worktreeStates.showUncommitted(isShown);
  };
  const redraw = (): void => tree.redraw();
  return { facts, pullRequestStates, redraw, showUncommitted, view, worktreeStates };
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

/**
 * Marks a file as it is on disk now.
 * @throws {SessionError} `ILLEGAL_STATE` while the changes of its task are not read.
 */
async function mark(
  { core: { review } }: ViewsDeps,
  worktreeStates: WorktreeStates,
  { path, task }: MarkedFile,
  isReviewed: boolean,
): Promise<void> {
  const found = worktreeStates.changesOf(task);
  if (found?.kind !== 'read') {
    throw new SessionError(
      'ILLEGAL_STATE',
      'The file was not marked, because the changes of its task are not read: try again in a moment.',
    );
  }
  await review.marks.set(task, found.changes, path, isReviewed);
}
