import assert from 'node:assert/strict';
import { activityMark } from '../../../../src/views/terminals/activityMark';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { needsInput, FakeStatus } from '../../../support/status/fakeStatus';

describe('activityMark', () => {
  it('returns the mark of a running agent, and none without one', () => {
    const sessions = new FakeSessions();
    const status = new FakeStatus();
    const mark = (): string => activityMark({ sessions, status }, 'ada-main-t1');
    status.put('ada-main-t1', needsInput('A?'));
    assert.equal(mark(), '');
    sessions.put(sessionInfo());
    assert.equal(mark(), '🔔');
    sessions.put(sessionInfo({ agentExitCode: 0 }));
    assert.equal(mark(), '');
    sessions.put(sessionInfo({ state: 'terminated' }));
    assert.equal(mark(), '');
  });
});
