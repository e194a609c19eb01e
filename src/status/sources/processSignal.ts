import { hasLiveAgent } from '../../pty/liveAgent';
import type { SessionInfo } from '../../pty/sessionService';
import type { Signal } from '../activity';

/** Someone ended the agent with SIGHUP, SIGINT or SIGTERM, so it did not fail; codes are 128 + signal. */
const ENDED_BY_SOMEBODY: readonly unknown[] = [129, 130, 143, 'SIGHUP', 'SIGINT', 'SIGTERM'];

type Ends = Pick<
  SessionInfo,
  'agentExitCode' | 'exitCode' | 'exitSignal' | 'isKilled' | 'isLost' | 'pendingStart' | 'state'
>;

/**
 * The signal of the end of a session's agent, at the time the end was noticed; undefined while the
 * agent may run.
 */
export function readProcess(session: Ends, at: number): Signal | undefined {
  if (hasLiveAgent(session)) {
    return undefined;
  }
  const { agentExitCode, exitCode, exitSignal, isKilled, isLost, pendingStart } = session;
  if (pendingStart && !isLost && !isKilled) {
    const reason = `it ${pendingStart.reason}`;
    return { source: 'process', state: { kind: 'failed' }, ruleId: 'agent-not-begun', reason, at };
  }
  const code = agentExitCode ?? exitCode;
  const cause = code ?? (isLost ? null : exitSignal);
  const hasFailed = cause !== null && cause !== 0 && !ENDED_BY_SOMEBODY.includes(cause);
  return {
    source: 'process',
    state: { kind: hasFailed ? 'failed' : 'unknown' },
    ruleId: hasFailed ? 'agent-failed' : 'agent-ended',
    reason: describeEnd(code, exitSignal),
    at,
  };
}

function describeEnd(code: number | null, signal: string | null): string {
  if (code !== null) {
    return `it has ended with exit code ${code}`;
  }
  return signal === null ? 'it has ended' : `it was ended by ${signal}`;
}
