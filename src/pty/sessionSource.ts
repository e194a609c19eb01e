import type { SessionInfo } from './sessionService';

/** A session that continues without any window. */
export interface DetachedSession extends Pick<
  SessionInfo,
  'createdAt' | 'folder' | 'id' | 'workDir'
> {
  /** Whether a window shows it, and has to release it before another one can. */
  readonly isShown: boolean;
  /** Whether it has ended and is listed for a while. */
  readonly isEnded: boolean;
  /**
   * Whether this window can continue the session; false if its directory is gone, or if it runs in a host
   * that this window cannot use.
   */
  readonly canReconnect: boolean;
}

export interface SessionListing {
  readonly sessions: readonly DetachedSession[];
  /** The reason why sessions may be missing from the list; undefined if it is complete. */
  readonly problem: unknown;
}

/** Runs sessions that outlive windows: the session host, tmux. */
export interface SessionSource {
  /** Resolves when the source can list its sessions, rejects with the reason if it cannot. May stay pending. */
  whenReady(): Promise<void>;
  /** Lists the sessions of all windows and folders. Never rejects. */
  list(): Promise<SessionListing>;
  /**
   * Moves the view of one of its sessions to this window: `WindowSessions` lists it, and no other window
   * shows it any more. Does nothing for an unknown id.
   * @throws {SessionError} if the session cannot be opened.
   */
  open(id: string): Promise<void>;
}
