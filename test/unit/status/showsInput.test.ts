import assert from 'node:assert/strict';
import { ID, useStatusEngine } from '../../support/agents/useStatusEngine';

describe('Whether a screen shows its input', () => {
  const fixture = useStatusEngine();
  const { pass, put, shows } = fixture;

  const looked = (id = ID): Promise<boolean> => fixture.engine.showsInput(id);

  it('is told by all that a rule knows, but for dialogs', async () => {
    put();
    const seen = [];
    for (const screen of ['claude-11-permission.txt', 'claude-06-busy.txt', 'claude-04-idle.txt']) {
      shows(screen);
      seen.push(await looked());
      await pass(100);
    }
    shows(['something else']);
    assert.deepEqual([...seen, await looked()], [false, true, true, false]);
  });

  it('is what an agent shows, which is the status from then on', async () => {
    put();
    shows('claude-11-permission.txt');
    await looked();
    assert.deepEqual(fixture.told, ['needsInput']);
  });

  it('costs a look at the screen, and reads neither the settings nor the status file', async () => {
    put();
    shows('claude-04-idle.txt');
    const { reads } = fixture;
    const { looks } = fixture.sessions;
    for (let count = 1; count <= 10; count++) {
      assert.equal(await looked(), true);
    }
    assert.deepEqual([fixture.reads - reads, fixture.sessions.looks - looks], [0, 10]);
  });

  it('is told of no session that is gone, nor by what another one has drawn', async () => {
    assert.equal(await looked(), false);
    shows('claude-04-idle.txt');
    put({ hasOutput: false });
    assert.equal(await looked(), false);
    put();
    const looking = looked();
    await fixture.sessions.kill(ID);
    assert.equal(await looking, false);
  });
});
