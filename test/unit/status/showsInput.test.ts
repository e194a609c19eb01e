import assert from 'node:assert/strict';
import { ID, useStatusEngine } from '../../support/status/useStatusEngine';

describe('showsInput', () => {
  const fixture = useStatusEngine();
  const { pass, put, shows } = fixture;

  const showsInput = (id = ID): Promise<boolean> => fixture.engine.showsInput(id);

  it('is true for a screen that a rule matches, except a dialog', async () => {
    put();
    const seen = [];
    for (const screen of ['claude-11-permission.txt', 'claude-06-busy.txt', 'claude-04-idle.txt']) {
      shows(screen);
      seen.push(await showsInput());
      await pass(100);
    }
    shows(['something else']);
    assert.deepEqual([...seen, await showsInput()], [false, true, true, false]);
  });

  it('updates the status by the screen that it reads', async () => {
    put();
    shows('claude-11-permission.txt');
    await showsInput();
    assert.deepEqual(fixture.reportedKinds, ['needsInput']);
  });

  it('reads the screen on each call, but neither the settings nor the status file', async () => {
    put();
    shows('claude-04-idle.txt');
    const { reads } = fixture;
    const { reads: screenReads } = fixture.sessions;
    for (let count = 1; count <= 10; count++) {
      assert.equal(await showsInput(), true);
    }
    assert.deepEqual([fixture.reads - reads, fixture.sessions.reads - screenReads], [0, 10]);
  });

  it('is false for a session that is missing, has no output, or ends during the read', async () => {
    assert.equal(await showsInput(), false);
    shows('claude-04-idle.txt');
    put({ hasOutput: false });
    assert.equal(await showsInput(), false);
    put();
    const shown = showsInput();
    await fixture.sessions.find(ID)?.kill();
    assert.equal(await shown, false);
  });
});
