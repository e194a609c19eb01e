import type { SshTarget } from '../pty/ssh/sshLine';
import type { Landing } from '../worktrees/landing/landing';
import type { Worktree } from '../worktrees/worktree';

/**
 * An agent's conversation as a task stores it: the session that shows it, and how to start it
 * again.
 */
export interface Conversation {
  /** The PTY id of its session. The session may have ended long ago. */
  readonly ptyId: string;
  readonly providerId: string;
  readonly label: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Whether its agent runs, or ran when its window closed. */
  readonly isOpen?: boolean | undefined;
  readonly isMuted?: boolean | undefined;
  /** The remote machine on which its agent runs; undefined: this machine. */
  readonly ssh?: SshTarget | undefined;
  /** The PTY id of the session whose agent started it; undefined: a person or a program did. */
  readonly startedBy?: string | undefined;
  /** Whether it was started with the rights of one folder: its session never starts outside of that. */
  readonly isConfined?: boolean | undefined;
  /**
   * The options of its last start, as they are stored. `src/agents/options/keptOptions.ts` writes and
   * parses them; values of other versions stay.
   */
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Setup commands of a new worktree that have not succeeded and that the person has not dismissed.
 */
export interface PendingSetup {
  /** The PTY id of the session in which they last started. It may have ended long ago. */
  readonly ptyId?: string | undefined;
}

/** Where the folder of a task without a worktree stood when the task began. */
export interface TaskStart {
  /** The commit that was checked out. */
  readonly commit: string;
  /** What was changed and not committed: the fingerprints by path, empty if deleted. Undefined if it is not known. */
  readonly dirty?: Readonly<Record<string, string>> | undefined;
}

/** A piece of work in one workspace folder: a main conversation and any number of chats. */
export interface Task {
  /** The suffix of its main conversation's PTY id. */
  readonly id: string;
  readonly name: string;
  /** The workspace folder's URI, as a string: a key that survives reordering. */
  readonly folder: string;
  /** Where its agents run: the folder itself, or a worktree of it. */
  readonly cwd: string;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly conversations: readonly Conversation[];
  /** The worktree created for the task; undefined: the task works in the folder itself. */
  readonly worktree?: Worktree | undefined;
  /** Undefined with a worktree, and if it is not known. */
  readonly start?: TaskStart | undefined;
  /** When the task was archived: its worktree is removed and its branch kept. ISO 8601. */
  readonly archivedAt?: string | undefined;
  /** The last landing of the task's work from here that was not undone. */
  readonly landing?: Landing | undefined;
  /**
   * Set while the worktree's setup is incomplete: no agent starts in it without a question to the
   * person.
   */
  readonly pendingSetup?: PendingSetup | undefined;
}
