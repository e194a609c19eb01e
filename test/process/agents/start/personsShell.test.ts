import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import type { StartOptions } from '../../../../src/base/startOptions';
import { useCore } from '../../../support/agents/useCore';

describe('The shell of sessions', function () {
  this.timeout(60_000);
  const fixture = useCore();

  beforeEach(() => fixture.set({ shell: '' }));

  const startShell = async () => {
    const task = { kind: 'new', name: 'Look' } as const;
    return (await fixture.core.launcher.prepareShell(fixture.folderRef(), task)).launch();
  };

  const startAgent = async (options: StartOptions) => (await fixture.prepare({ options })).launch();

  it('is that of the account if $SHELL is not set', async () => {
    const env = { ...fixture.env };
    delete env['SHELL'];
    await fixture.reopen(() => (fixture.env = env));
    const session = await startShell();
    assert.equal(session.exec.split(' ')[0], userInfo().shell);
  });

  for (const path of ['/bin/false', '/usr/sbin/nologin']) {
    it(`is not ${path}: neither shells nor agents start, and the message names the setting`, async () => {
      await fixture.reopen(() => (fixture.env = { ...fixture.env, SHELL: path }));
      const expected = { code: 'SPAWN_FAILED', message: /agentTerminals\.shell/ };
      await assert.rejects(startShell(), expected);
      await assert.rejects(startAgent({}), expected);
      await assert.rejects(startAgent({ spawnMode: 'direct' }), expected);
      // Such a shell finds no CLI, which is not the reason.
      fixture.set({ providers: { fake: { cli: 'found-by-a-login-shell-alone' } } });
      await assert.rejects(startAgent({}), expected);
      assert.deepEqual(fixture.core.sessions.list(), []);
      fixture.set({ shell: '/bin/sh' });
      assert.match((await startShell()).exec, /^\/bin\/sh /);
    });
  }
});
