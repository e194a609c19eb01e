import * as vscode from 'vscode';
import { ConversationDetails } from '../../agents/conversations/conversationDetails';
import { WorktreeStates } from '../../agents/worktrees/worktreeStates';
import { systemClock } from '../../base/clock';
import type { DisposableStore } from '../../base/lifecycle';
import { PullRequestStates } from '../../review/pullRequests/pullRequestStates';
import { ReviewProgresses } from '../review/reviewProgresses';
import type { ViewsDeps } from '../viewsDeps';
import { listFolders, onDidChangeFolders } from '../workspace/workspaceState';
import { Overlaps } from './changes/overlaps';
import type { ConversationFacts } from './conversationFacts';

/** Creates the parts that read the facts of the rows in the background; `store` owns them. */
export function createFacts(deps: ViewsDeps, store: DisposableStore) {
  const { map, resumePreviews, review, sessions, tasks, worktrees } = deps.core;
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
  const { marks, pullRequests, reviews } = review;
  const { log: logger } = deps;
  const pullRequestStates = store.add(
    new PullRequestStates({
      clock,
      folders,
      isTrusted,
      logger,
      pullRequests,
      tasks,
      worktreeStates,
    }),
  );
  const logError = (error: unknown): void =>
    deps.log.error('The marks of reviewed files could not be checked.', error);
  const progresses = store.add(
    new ReviewProgresses({ logError, marks, reviews, tasks, worktreeStates }),
  );
  const facts = joinFacts(deps, {
    details,
    overlaps,
    progresses,
    pullRequestStates,
    worktreeStates,
  });
  return { details, facts, progresses, pullRequestStates, worktreeStates };
}

interface FactSources {
  readonly details: ConversationDetails;
  readonly overlaps: Overlaps;
  readonly progresses: ReviewProgresses;
  readonly pullRequestStates: PullRequestStates;
  readonly worktreeStates: WorktreeStates;
}

function joinFacts(
  { core: { reconnector, review, status }, settings }: ViewsDeps,
  { details, overlaps, progresses, pullRequestStates, worktreeStates }: FactSources,
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
    pullRequestOf: (taskId) => pullRequestStates.get(taskId),
    taskOrder: () => settings.read().settings.taskOrder,
    uncommittedOf: (taskId) => worktreeStates.uncommittedOf(taskId),
    previewOf: (ptyId) => details.get(ptyId),
    isElsewhere: (ptyId) => reconnector.isElsewhere(ptyId),
    areListed: (folderUri) => settings.read(folderUri).settings.restoreOnStartup !== 'off',
    now: () => systemClock.now(),
  };
}
