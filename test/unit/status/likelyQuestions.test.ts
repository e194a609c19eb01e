import assert from 'node:assert/strict';
import { ID, screenOf, useStatusEngine } from '../../support/status/useStatusEngine';

describe('likely questions', () => {
  const fixture = useStatusEngine();
  const { fallsQuiet, hook, kind, pass, put, shows } = fixture;

  it('shows a likely question of an agent that reports rest, until its screen shows something else', async () => {
    put();
    hook('SessionStart', { source: 'startup' });
    assert.equal(kind(), 'idle');
    shows('qoder-11-sign-in-120x40.txt');
    await fallsQuiet();
    const { state, source, ruleId, reason } = fixture.engine.get(ID);
    const question = 'Sign in to get started, or exit the application.';
    assert.deepEqual(state, { kind: 'needsInput', need: 'question', question, likely: true });
    assert.deepEqual([source, ruleId], ['screen', 'likely.menu']);
    assert.match(reason, /which looks like a question$/);
    assert.equal((await fixture.engine.explain(ID)).matchesScreen, true);
    shows(['Signing in']);
    await pass(700);
    assert.equal(kind(), 'idle');
    await fallsQuiet();
  });

  it('does not show a likely question that passes by', async () => {
    put();
    shows('qoder-11-sign-in-120x40.txt');
    await pass(700);
    shows(['Signed in']);
    await fallsQuiet();
    assert.deepEqual(fixture.reportedKinds, []);
  });

  it('shows a likely question of a picker that the person opened', async () => {
    put();
    shows('claude-50-model-80x24.txt');
    await fallsQuiet();
    assert.equal(kind(), 'needsInput');
  });

  it('shows no likely question where a rule recognises a page or an input', async () => {
    put();
    for (const name of ['claude-50-status-80x24.txt', 'claude-22-slash-80x24.txt']) {
      shows(name);
      await fallsQuiet();
      assert.notEqual(kind(), 'needsInput');
    }
  });

  it('reads the screen of an agent without rules as that of others, since it may show a likely question', async () => {
    const id = 'cursor-main-t1';
    put({ id, state: 'active', lastOutputAt: fixture.clock.now() + 60_000 });
    await pass(10_000);
    const { reads } = fixture.sessions;
    assert.ok(reads > 10 && reads <= 21, `${reads} reads`);
    assert.equal(fixture.engine.get(id).state.kind, 'unknown');
    fixture.sessions.screens.set(id, screenOf(['shown']));
    assert.deepEqual((await fixture.engine.explain(id)).screen, ['shown']);
  });
});
