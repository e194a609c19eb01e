import type { ResumePreview } from '../../agents/conversations/resumePreviews';
import type { WorktreeState } from '../../agents/worktrees/worktreeStates';
import type { Activity } from '../../status/activity';

/** What is known of the tasks and their conversations beyond what the tasks say. */
export interface ConversationFacts {
  /** What will become of it when it is opened; undefined as long as nobody knows. */
  previewOf(ptyId: string): ResumePreview | undefined;
  /** Whether another window holds the session. */
  isElsewhere(ptyId: string): boolean;
  /** Whether a folder's conversations that nothing runs in are to be shown. */
  areListed(folderUri: string): boolean;
  /** How a task's worktree stood when it was last looked at. */
  worktreeOf(taskId: string): WorktreeState | undefined;
  /** What the session's agent does; `unknown` where nobody knows. */
  activityOf(ptyId: string): Activity;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A conversation that nothing runs in here, at one moment. */
export interface InactiveConversation {
  readonly isElsewhere: boolean;
  readonly preview: ResumePreview | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}
