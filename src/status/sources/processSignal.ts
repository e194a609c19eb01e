import { hasLiveAgent } from '../../pty/liveAgent';
import type { SessionInfo } from '../../pty/sessionService';
import type { Signal } from '../activity';

/** 128 + SIGHUP, SIGINT, SIGTERM: someone ended the agent, so it did not fail. */
const ENDED_BY_SOMEBODY: readonly number[] = [129, 130, 143];

type Ends = Pick<SessionInfo, 'agentExitCode' | 'exitCode' | 'exitSignal' | 'state'>;

/**
 * The signal of the end of a session's agent, at the time the end was noticed; undefined while the
 * agent may run.
 */
export function readProcess(session: Ends, at: number): Signal | undefined {
  if (hasLiveAgent(session)) {
    return undefined;
  }
  const { agentExitCode, exitCode } = session;
  const code = agentExitCode ?? exitCode;
  const hasFailed = code !== null && code !== 0 && !ENDED_BY_SOMEBODY.includes(code);
  return {
    source: 'process',
    state: { kind: hasFailed ? 'failed' : 'unknown' },
    ruleId: hasFailed ? 'agent-failed' : 'agent-ended',
    reason: code === null ? 'it has ended' : `it has ended with exit code ${code}`,
    at,
  };
}
