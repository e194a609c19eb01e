export type ActivityKind =
  'working' | 'needsInput' | 'done' | 'idle' | 'limited' | 'failed' | 'unknown';

/** What an agent does, and who says so; null is what nobody knows. */
export interface ActivityInfo {
  readonly kind: ActivityKind;
  readonly reason: string;
  readonly source: string | null;
  readonly ruleId: string | null;
  /** When the agent came into this state, in the words of ISO 8601. */
  readonly since: string | null;
  readonly need: 'permission' | 'question' | 'trust' | null;
  readonly question: string | null;
}

/** A session as the window's API describes it; null is what nobody knows. */
export interface SessionDescription {
  readonly id: string;
  readonly state: 'creating' | 'active' | 'idle' | 'terminated';
  readonly activity: ActivityInfo;
  readonly workDir: string;
  readonly label: string;
  /** In the words of ISO 8601. */
  readonly createdAt: string;
  /** Null for a shell or another program. */
  readonly provider: string | null;
  readonly task: { readonly id: string; readonly name: string } | null;
  /** The command line of what runs, for a person to read. */
  readonly exec: string;
  readonly running: boolean;
  /** Its host cannot be reached now; attaching wakes it. */
  readonly suspended: boolean;
  readonly attachedCount: number;
  readonly exitCode: number | null;
  readonly agentExitCode: number | null;
  /** The session that it was forked from. */
  readonly parent: string | null;
}

export interface SessionInfo extends SessionDescription {
  /** The same as `id`. */
  readonly sessionId: string;
}

export function toSessionInfo(session: SessionDescription): SessionInfo {
  return { ...session, sessionId: session.id };
}
