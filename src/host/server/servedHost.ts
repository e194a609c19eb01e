import type { Clock } from '../../base/clock';
import type { Logger } from '../../base/logger';
import type { SessionBackend } from '../../pty/sessionBackend';
import type { SessionInfo, SessionSpec } from '../../pty/sessionService';
import type { HostIdentity, HostLimits } from '../protocol/calls';
import type { SessionTouches } from './sessionTouches';

/** What the clients of a session host use. */
export interface ServedHost {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly identity: HostIdentity;
  /** The secret that authenticates a client. */
  readonly token: string;
  readonly sessions: Omit<SessionBackend, 'create' | 'requireRoom' | 'shutdown'>;
  readonly touches: SessionTouches;
  /** @throws {SessionError} what `SessionService.create` throws; `ILLEGAL_STATE` once another host has replaced this one. */
  create(spec: SessionSpec): Promise<SessionInfo>;
  setLimits(limits: HostLimits): void;
  /** Ends the sessions, then the host; settles when the sessions have ended. */
  stop(): Promise<void>;
}
