import assert from 'node:assert/strict';
import { hasLiveAgent, isSameRun } from '../../../src/pty/liveAgent';
import { sessionInfo } from '../../support/pty/fakeSessions';

describe('hasLiveAgent and isSameRun', () => {
  const session = sessionInfo({ generation: 1, state: 'active', agentExitCode: null });

  it('are true while the agent of a session runs', () => {
    assert.ok(hasLiveAgent(session));
    assert.ok(isSameRun(session, { ...session, state: 'idle' }));
  });

  it('are false once it has ended, also if its shell follows', () => {
    for (const ended of [{ agentExitCode: 0 }, { state: 'terminated' }] as const) {
      assert.ok(!hasLiveAgent({ ...session, ...ended }));
      assert.ok(!isSameRun(session, { ...session, ...ended }));
    }
  });

  it('isSameRun is false for another session of the same id, and for none', () => {
    assert.ok(!isSameRun(session, { ...session, generation: 2 }));
    assert.ok(!isSameRun(session, undefined));
  });
});
