import assert from 'node:assert/strict';
import { stateOf } from '../../../src/status/stateOf';
import { sessionInfo } from '../../support/pty/fakeSessions';
import { ID, recorded, useStatusEngine } from '../../support/status/useStatusEngine';

describe('the status of an agent that has not begun', () => {
  const fixture = useStatusEngine();
  const { fallsQuiet, kind, pass, put, reports, shows } = fixture;

  it('reads nothing of a login shell, and reports why the agent has not begun', async () => {
    const pendingStart = { reason: 'has not begun: it reads', isStuck: false };
    put({ pendingStart });
    fixture.sessions.screens.set(ID, recorded('claude-04-idle.txt'));
    reports('state=working');
    put({ state: 'active', pendingStart });
    await pass(3000);
    const { state, reason } = fixture.engine.get(ID);
    assert.deepEqual([state.kind, reason], ['unknown', 'it has not begun: it reads']);
    shows('claude-06-busy.txt');
    await pass(1000);
    assert.equal(kind(), 'working');
    await fallsQuiet();
  });

  it('reports an agent that never began as failed', () => {
    const pendingStart = { reason: 'has not begun: its shell ended with code 0', isStuck: true };
    put({ pendingStart });
    put({ pendingStart, state: 'terminated', exitCode: 0 });
    const { state, reason } = fixture.engine.get(ID);
    assert.deepEqual([state.kind, reason], ['failed', `it ${pendingStart.reason}`]);
  });

  it('is the state creating for programs', () => {
    const pendingStart = { reason: 'has not begun', isStuck: true };
    const activity = fixture.engine.get(ID);
    const state = (change: object) => stateOf(sessionInfo({ pendingStart, ...change }), activity);
    assert.deepEqual(
      [state({ state: 'idle' }), state({ state: 'terminated' })],
      ['creating', 'terminated'],
    );
  });
});
