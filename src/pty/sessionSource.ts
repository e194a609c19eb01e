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
  /** Whether its directory is gone, so that no window can continue with it. */
  readonly isStray: boolean;
}

export interface SessionListing {
  readonly sessions: readonly DetachedSession[];
  /** Why more sessions may run there than are listed; undefined where these are all. */
  readonly problem: unknown;
}

/** Runs sessions that outlive windows: the session host, tmux. */
export interface SessionSource {
  /** Resolves once it can list its sessions, which may be never. Rejects with the reason why it cannot. */
  whenReady(): Promise<void>;
  /** Never rejects. */
  list(): Promise<SessionListing>;
  /**
   * Has `WindowSessions` list one of its sessions, and any other window show it no more. An id that it
   * does not have is harmless.
   * @throws {SessionError} why it cannot be opened.
   */
  open(id: string): Promise<void>;
}
