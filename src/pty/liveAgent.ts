import type { SessionInfo } from './sessionService';

/** Whether there is a session whose program runs or is being started. */
export function isRunning(session: Pick<SessionInfo, 'state'> | undefined): boolean {
  return session !== undefined && session.state !== 'terminated';
}

/** Whether the session's agent runs: not its shell, which would run what is typed for the agent. */
export function hasLiveAgent(session: Pick<SessionInfo, 'agentExitCode' | 'state'>): boolean {
  return isRunning(session) && session.agentExitCode === null;
}

/** Whether the agent of `before` still runs. `now` is what has the same id now, if anything has. */
export function isSameRun(
  before: Pick<SessionInfo, 'generation'>,
  now: SessionInfo | undefined,
): boolean {
  return now?.generation === before.generation && hasLiveAgent(now);
}
