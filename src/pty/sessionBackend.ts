import { SessionError } from '../base/errors';
import type { Event } from '../base/event';
import type { Disposable } from '../base/lifecycle';
import type {
  ProgramSignal,
  SessionEvent,
  SessionHandle,
  SessionInfo,
  SessionSpec,
} from './sessionService';

/** Runs sessions: in this process, or in another one behind a connection. */
export interface SessionBackend extends Disposable {
  readonly onDidChange: Event<SessionEvent>;
  readonly onDidSignal: Event<ProgramSignal>;
  /** @throws {SessionError} what `SessionService.create` throws. */
  create(spec: SessionSpec): Promise<SessionInfo>;
  /** @throws {SessionError} `MAX_SESSIONS` if the limit on sessions is reached. */
  requireRoom(count?: number): void;
  list(): readonly SessionInfo[];
  get(id: string): SessionInfo | undefined;
  /** The handle of a session, also of one that is being created. */
  find(id: string): SessionHandle | undefined;
  /**
   * Called when the window closes. Ends the sessions of this process. Those of another process
   * continue, after all keystrokes have reached it. Settles within `timeoutMs` milliseconds.
   */
  shutdown(timeoutMs: number): Promise<void>;
}

/** Finds sessions for callers that need only some of their methods. */
export interface SessionLookup<Call extends keyof SessionHandle> {
  find(id: string): Pick<SessionHandle, Call> | undefined;
}

/** @throws {SessionError} `SESSION_NOT_FOUND`. */
export function requireSession<T>(sessions: { find(id: string): T | undefined }, id: string): T {
  const session = sessions.find(id);
  if (!session) {
    throw noSessionError(id);
  }
  return session;
}

export function notStartedError(id: string): SessionError {
  return new SessionError(
    'ILLEGAL_STATE',
    `Session ${id} was not started because its window is closing. Start it in another window.`,
  );
}

export function noSessionError(id: string): SessionError {
  return new SessionError('SESSION_NOT_FOUND', `There is no session ${id}; it may have ended.`);
}
