import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import type { ProgramSpec } from '../../../src/pty/ptyProcess';
import { specOf, useSessionManager } from '../../support/useSessionManager';

describe('Session', () => {
  const fixture = useSessionManager();
  const { processOf, types, watch } = fixture;

  it("D14: tells the agent's own exit though its shell goes on, and shows nobody the report", async () => {
    await fixture.manager.create(specOf('a', { exitMarkerNonce: 'n0nce' }));
    const { seen } = await watch();
    processOf(0).say('bye\x1b]7749;n0n');
    processOf(0).say('ce;5\x07$ ');
    const { agentExitCode, exitCode, state } = fixture.manager.get('a') ?? {};
    assert.deepEqual(
      { live: seen.live, agentExitCode, exitCode, state },
      { live: 'bye$ ', agentExitCode: 5, exitCode: null, state: 'active' },
    );
    assert.ok(types().includes('agentExit'));
  });

  it('gives its program what was typed before it was there, in order', async () => {
    const creating = fixture.manager.create(specOf('a'));
    fixture.manager.write('a', 'one ');
    fixture.manager.write('a', 'two');
    await creating;
    fixture.manager.write('a', ' three');
    assert.equal(processOf(0).written, 'one two three');
  });

  describe('follow-up', () => {
    const shell: ProgramSpec = { file: '/bin/zsh', args: ['-l'], cwd: '/work', env: {} };

    it('takes the place of a program that ended, on the same id', async () => {
      await fixture.manager.create(
        specOf('a', { followUp: shell, dimensions: { cols: 100, rows: 30 } }),
      );
      fixture.manager.resize('a', { cols: 120, rows: 40 });
      processOf(0).end(7);
      assert.deepEqual(processOf(1).spec, { ...shell, cols: 120, rows: 40 });
      fixture.manager.write('a', 'ls\r');
      assert.equal(processOf(1).written, 'ls\r');
      const { agentExitCode, exitCode, state, pid } = fixture.manager.get('a') ?? {};
      assert.deepEqual(
        { agentExitCode, exitCode, state, pid },
        { agentExitCode: 7, exitCode: null, state: 'active', pid: 1001 },
      );
      processOf(1).end(0);
      assert.deepEqual(
        types().filter((type) => type !== 'changed'),
        ['created', 'agentExit', 'exit'],
      );
    });

    it('starts at home where its directory is gone, and says so', async () => {
      const followUp = { ...shell, cwd: '/gone', env: { HOME: '/home/ada' } };
      await fixture.manager.create(specOf('a', { followUp }));
      let seen = '';
      await fixture.manager.attach('a', { onData: (data) => (seen += data), onExit() {} });
      processOf(0).end(0);
      assert.equal(processOf(1).spec.cwd, '/home/ada');
      assert.match(seen, /\/gone is gone: the shell starts in \/home\/ada/);
    });

    it('does not come after a kill', async () => {
      await fixture.manager.create(specOf('a', { followUp: shell }));
      await fixture.manager.kill('a');
      assert.equal(fixture.spawner.processes.length, 1);
    });

    it('that cannot start ends the session with the code of the program', async () => {
      await fixture.manager.create(specOf('a', { followUp: shell }));
      fixture.spawner.failWith = new SessionError('SPAWN_FAILED', 'no');
      processOf(0).end(7);
      assert.equal(fixture.manager.get('a')?.exitCode, 7);
    });
  });
});
