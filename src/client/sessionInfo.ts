export type ActivityKind =
  'working' | 'needsInput' | 'done' | 'idle' | 'limited' | 'failed' | 'unknown';

/** What an agent does and which source reported it; null where a value is not known. */
export interface ActivityInfo {
  readonly kind: ActivityKind;
  readonly reason: string;
  readonly source: string | null;
  readonly ruleId: string | null;
  /** When the agent entered this state, as ISO 8601. */
  readonly since: string | null;
  readonly need: 'permission' | 'question' | 'trust' | null;
  /** On one line; a long one ends in an ellipsis. */
  readonly question: string | null;
  /** The error of a failed turn, as `question`. */
  readonly error: string | null;
  /** When a usage limit ends, as the agent words it. */
  readonly resets: string | null;
  /** Whether no rule finds the question: a program reads a line, or the screen is not recognised. No verb answers it. */
  readonly likely: boolean;
  /** All rows of what the dialog on the screen requests; null if it does not show them all. */
  readonly request: string | null;
  /** How many sub-agents, background shells and monitors of a working agent run. Older windows do not return it. */
  readonly background?: number;
}

/** A session in the API's responses; null where a value is not known. */
export interface SessionDescription {
  readonly id: string;
  readonly state: 'creating' | 'active' | 'idle' | 'terminated';
  readonly activity: ActivityInfo;
  readonly workDir: string;
  readonly label: string;
  /** As ISO 8601. */
  readonly createdAt: string;
  /** Null for a shell or another program. */
  readonly provider: string | null;
  readonly task: { readonly id: string; readonly name: string } | null;
  /** The command line of the program, for people. */
  readonly exec: string;
  readonly running: boolean;
  /** Whether the process that holds the session does not respond; attaching reconnects to it. */
  readonly suspended: boolean;
  /** Whether a window of VS Code has the session; false if only programs drive it now. */
  readonly hasWindow: boolean;
  readonly attachedCount: number;
  readonly exitCode: number | null;
  readonly agentExitCode: number | null;
  /** The session that it was forked from. */
  readonly parent: string | null;
  /** The session whose agent started it by the API. */
  readonly startedBy: string | null;
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
