import assert from 'node:assert/strict';
import { sessionInfo } from '../../support/pty/fakeSessions';
import { useStatusEngine } from '../../support/status/useStatusEngine';

describe('StatusEngine', () => {
  const fixture = useStatusEngine();

  it('ignores hooks of a sub-agent, which name another conversation', () => {
    const ptyId = 'droid-main-t1';
    fixture.sessions.put(sessionInfo({ id: ptyId, state: 'idle' }));
    const hooks = (session_id: string, ...names: readonly string[]): void =>
      names.forEach((name) =>
        fixture.engine.handleHook({
          ...{ ptyId, name, at: fixture.clock.now() },
          payload: { session_id },
        }),
      );
    const [own, other] = ['2dd99dd8-own', '0a41f1c7-other'];
    hooks(own, 'SessionStart', 'UserPromptSubmit');
    hooks(other, 'UserPromptSubmit', 'Stop');
    assert.equal(fixture.engine.get(ptyId).state.kind, 'working');
    hooks(other, 'SessionStart', 'Stop');
    assert.equal(fixture.engine.get(ptyId).state.kind, 'done', 'the agent continues that one');
  });
});
