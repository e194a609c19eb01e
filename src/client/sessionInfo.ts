import type { SessionDescription as Description } from './generated/operations';

export type ActivityKind = ActivityInfo['kind'];

/** What an agent does and which source reported it; null where a value is not known. */
export interface ActivityInfo extends Omit<Description['activity'], 'background'> {
  /** How many sub-agents, background shells and monitors of a working agent run. Older windows do not return it. */
  readonly background?: number;
}

/** A session in the API's responses; null where a value is not known. */
export interface SessionDescription extends Omit<Description, 'activity'> {
  readonly activity: ActivityInfo;
}

export interface SessionInfo extends SessionDescription {
  /** The same as `id`. */
  readonly sessionId: string;
}

/** A session that was started. */
export interface StartedSession extends SessionInfo {
  /** What differs from the request, for the person; one sentence each. */
  readonly notices: readonly string[];
}

/** A started session in the API's responses. Windows of version 0.1.0 return no notices. */
export interface StartedDescription extends SessionDescription {
  readonly notices?: readonly string[];
}

export function toStartedSession(session: StartedDescription): StartedSession {
  return { ...toSessionInfo(session), notices: session.notices ?? [] };
}

export function toSessionInfo(session: SessionDescription): SessionInfo {
  return { ...session, sessionId: session.id };
}
