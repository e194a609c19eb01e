import type { ResumePreview } from '../../agents/conversations/resumePreviews';
import type { TaskChanges, WorktreeState } from '../../agents/worktrees/worktreeStates';
import type { PullRequest } from '../../review/pullRequests/pullRequest';
import type { ReviewProgress } from '../../review/reviewMarks';
import type { TaskReview } from '../../review/taskReview';
import type { TaskOrder } from '../../config/settings';
import type { Activity } from '../../status/activity';
import type { TaskOverlaps } from './changes/overlaps';

/** Facts about tasks and conversations beyond those that tasks store. */
export interface ConversationFacts {
  /** What opening the conversation does; undefined until that is known. */
  previewOf(ptyId: string): ResumePreview | undefined;
  /** Whether the session runs in another window. */
  isElsewhere(ptyId: string): boolean;
  /** Whether the inactive conversations of a folder are shown. */
  areListed(folderUri: string): boolean;
  /** The state of a task's worktree at its last check; undefined before it. */
  worktreeOf(taskId: string): WorktreeState | undefined;
  /** What a task has changed, as of its last reading; undefined before it. */
  changesOf(taskId: string): TaskChanges | undefined;
  /** What a task has not committed, if that is shown in the place of all its changes; undefined before it is read. */
  uncommittedOf(taskId: string): TaskChanges | undefined;
  /** The files of a task that other tasks have changed, too; undefined for none. */
  overlapsOf(taskId: string): TaskOverlaps | undefined;
  /** The pull request of a task's branch; undefined for none, and before it is read. */
  pullRequestOf(taskId: string): PullRequest | undefined;
  /** The review of a task; empty if it has none. */
  reviewOf(taskId: string): ReviewFacts;
  /** How the person sorts tasks. */
  taskOrder(): TaskOrder;
  /** The activity of the session's agent; `unknown` if no source has reported one. */
  activityOf(ptyId: string): Activity;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** What is stored about the review of a task, and how far it is. */
export type ReviewFacts = Pick<TaskReview, 'comments' | 'rounds'> & ReviewProgress;

/** A conversation without a running session in this window, at one moment. */
export interface InactiveConversation {
  readonly isElsewhere: boolean;
  readonly preview: ResumePreview | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}
