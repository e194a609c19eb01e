import type { SshPlace } from '../pty/ssh/sshLine';
import type { Worktree } from '../worktrees/worktree';

/** What a task remembers of one agent's talk with the person: which session shows it. */
export interface Conversation {
  /** The PTY id of its session; the session itself may be long gone. */
  readonly ptyId: string;
  readonly providerId: string;
  readonly label: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Whether its agent runs, or ran when its window went. */
  readonly isOpen?: boolean | undefined;
  /** Where its agent runs; none for this machine. */
  readonly ssh?: SshPlace | undefined;
}

/** Commands for a new worktree that have not come to a good end, nor been given up by the person. */
export interface PendingSetup {
  /** The PTY id of the session that they were last begun in; it may be long gone. */
  readonly ptyId?: string | undefined;
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
  /** The worktree that was made for it; none for one that works in the folder itself. */
  readonly worktree?: Worktree | undefined;
  /** Put aside: its worktree is removed and its branch kept. ISO 8601. */
  readonly archivedAt?: string | undefined;
  /** That its worktree is not set up yet, so that no agent can start in it unasked. */
  readonly pendingSetup?: PendingSetup | undefined;
}
