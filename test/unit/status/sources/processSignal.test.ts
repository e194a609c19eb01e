import assert from 'node:assert/strict';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import { readProcess } from '../../../../src/status/sources/processSignal';
import { sessionInfo } from '../../../support/pty/fakeSessions';

const ENDED = { state: 'terminated' } as const;
const NOT_BEGUN = {
  ...ENDED,
  exitSignal: 'SIGHUP',
  pendingStart: { reason: 'has not begun', isStuck: false },
} as const;

const ENDS: readonly (readonly [
  Partial<SessionInfo>,
  kind: string | undefined,
  reason?: string,
])[] = [
  [{}, undefined],
  [{ agentExitCode: 0 }, 'unknown', 'it has ended with exit code 0'],
  [{ agentExitCode: 3 }, 'failed', 'it has ended with exit code 3'],
  [{ agentExitCode: 139 }, 'failed', 'it has ended with exit code 139'],
  [{ agentExitCode: 143 }, 'unknown', 'it has ended with exit code 143'],
  [{ ...ENDED, exitCode: 1 }, 'failed', 'it has ended with exit code 1'],
  [{ ...ENDED, exitSignal: 'SIGSEGV' }, 'failed', 'it was ended by SIGSEGV'],
  [{ ...ENDED, exitSignal: 'SIGKILL' }, 'failed', 'it was ended by SIGKILL'],
  [{ ...ENDED, exitSignal: 'SIGTERM' }, 'unknown', 'it was ended by SIGTERM'],
  [{ ...ENDED, exitSignal: 'SIGHUP' }, 'unknown', 'it was ended by SIGHUP'],
  // A message about its session host reports its loss.
  [{ ...ENDED, exitSignal: 'SIGKILL', isLost: true }, 'unknown', 'it was ended by SIGKILL'],
  [{ ...ENDED, isLost: true }, 'unknown', 'it has ended'],
  [NOT_BEGUN, 'failed', 'it has not begun'],
  [{ ...NOT_BEGUN, isKilled: true }, 'unknown', 'it was ended by SIGHUP'],
];

describe('readProcess', () => {
  for (const [session, kind, reason] of ENDS) {
    it(`${kind ?? 'reports nothing'}: ${JSON.stringify(session)}`, () => {
      const signal = readProcess(sessionInfo(session), 1);
      assert.deepEqual([signal?.state.kind, signal?.reason], [kind, reason]);
    });
  }
});
