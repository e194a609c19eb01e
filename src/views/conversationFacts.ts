import type { WorktreeState } from '../agents/worktreeStates';
import type { Transcript } from '../conversations/transcripts';

/** What is known of the tasks and their conversations beyond what the tasks say. */
export interface ConversationFacts {
  /** What its agent remembers, as far as it was read. */
  detailOf(ptyId: string): Transcript | undefined;
  /** Whether another window holds the session. */
  isElsewhere(ptyId: string): boolean;
  /** Whether a folder's conversations that nothing runs in are to be shown. */
  areListed(folderUri: string): boolean;
  /** How a task's worktree stood when it was last looked at. */
  worktreeOf(taskId: string): WorktreeState | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** A conversation that nothing runs in here, at one moment. */
export interface RememberedTalk {
  readonly isElsewhere: boolean;
  readonly transcript: Transcript | undefined;
  /** Milliseconds since the epoch. */
  readonly now: number;
}
