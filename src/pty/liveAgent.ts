import type { SessionInfo } from './sessionService';

/** Whether the session's agent runs: not its shell, which would run what is typed for the agent. */
export function hasLiveAgent(session: Pick<SessionInfo, 'agentExitCode' | 'state'>): boolean {
  return session.state !== 'terminated' && session.agentExitCode === null;
}

/** Whether the agent of `before` still runs. `now` is what has the same id now, if anything has. */
export function isSameRun(
  before: Pick<SessionInfo, 'generation'>,
  now: SessionInfo | undefined,
): boolean {
  return now?.generation === before.generation && hasLiveAgent(now);
}
