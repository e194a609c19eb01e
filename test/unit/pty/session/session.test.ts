import assert from 'node:assert/strict';
import { SessionError } from '../../../../src/base/errors';
import { UNPARSED_BYTES } from '../../../../src/pty/limits';
import { SHELL_RESET } from '../../../../src/base/text/modeReset';
import type { ProgramSpec } from '../../../../src/pty/ptyProcess';
import { requireSession } from '../../../../src/pty/sessionBackend';
import type { SessionSpec } from '../../../../src/pty/sessionService';
import { PROGRAM, describeSessions, specOf } from '../../../support/pty/useSessionManager';

describeSessions('Session', (fixture) => {
  const { arrived, processOf, types, watch } = fixture;

  it('D14: reports the exit of the agent while its shell continues, and hides the marker from viewers', async () => {
    await fixture.manager.create(specOf('a', { exitMarkerNonce: 'n0nce' }));
    const { seen } = await watch();
    await arrived();
    processOf(0).print('bye\x1b]7749;n0n');
    processOf(0).print('ce;5\x07$ ');
    await arrived();
    const { agentExitCode, exitCode, state } = fixture.manager.get('a') ?? {};
    const live = seen.live.replace(SHELL_RESET, '');
    await arrived();
    assert.deepEqual(
      { live, agentExitCode, exitCode, state },
      { live: 'bye$ ', agentExitCode: 5, exitCode: null, state: 'active' },
    );
    await arrived();
    assert.ok(types().includes('agentExit'));
  });

  it('gives one notice that its width leaves no memory for all rows of the scrollback', async () => {
    await fixture.manager.create(specOf('a', { scrollback: 10_000 }));
    await arrived();
    assert.deepEqual(fixture.manager.get('a')?.notices, []);
    for (const cols of [400, 300, 80]) {
      fixture.manager.find('a')?.resize({ cols, rows: 24 });
      fixture.clock.advance(1000);
      await arrived();
    }
    assert.deepEqual(fixture.manager.get('a')?.notices, [
      'The screen keeps fewer than 10000 rows when it is wide, for example at most 3268 at 400 columns: its memory is limited to 16 MB.',
    ]);
  });

  describe('a program that leaves modes on', () => {
    const LEFT_ON = '\x1b[?1049h\x1b[?2004;1003hlast words';
    for (const [afterExit, shown] of [
      ['shell', `${SHELL_RESET}$ `],
      ['keep', '$ '],
      ['close', '$ '],
    ] as const) {
      it(`in shell mode, has them reset only if a shell follows: ${afterExit}`, async () => {
        await fixture.manager.create(specOf('a', { exitMarkerNonce: 'n0nce', afterExit }));
        const { seen } = await watch();
        await arrived();
        processOf(0).print(`${LEFT_ON}\x1b]7749;n0nce;5\x07$ `);
        await arrived();
        assert.equal(seen.live, LEFT_ON + shown);
        await arrived();
        assert.equal(fixture.manager.get('a')?.bracketedPaste, afterExit !== 'shell');
      });
    }

    it('in direct mode, has them reset before the first output of the shell', async () => {
      await fixture.manager.create(specOf('a', { followUp: PROGRAM }));
      const { seen } = await watch();
      await arrived();
      processOf(0).print(LEFT_ON);
      processOf(0).end(1);
      processOf(1).print('$ ');
      await arrived();
      assert.equal(seen.live, `${LEFT_ON}${SHELL_RESET}$ `);
      await arrived();
      assert.equal(await requireSession(fixture.manager, 'a').text(), '$');
    });
  });

  it('passes input from before the start to its program, in order and unchanged', async () => {
    const creating = fixture.backend.create(specOf('a'));
    const session = fixture.backend.find('a');
    const buffer = Buffer.from('one ');
    session?.write(buffer);
    buffer.fill('x');
    session?.write('two');
    await creating;
    session?.write(' three');
    await arrived();
    assert.equal(processOf(0).written, 'one two three');
  });

  it('with a seed has no output before its program writes, emits one event, and can fall back', async () => {
    const fallback = { exec: 'other', program: PROGRAM, notice: 'Again.' };
    await fixture.manager.create(specOf('a', { seed: 'a copy\r\n', fallback }));
    await arrived();
    assert.deepEqual(types(), ['created']);
    await arrived();
    assert.equal(fixture.manager.get('a')?.hasOutput, false);
    // The shell starts slowly, but its agent still failed at its start.
    fixture.clock.advance(10_000);
    await arrived();
    processOf(0).print('no');
    processOf(0).end(1);
    await arrived();
    assert.equal(fixture.manager.get('a')?.fellBack, true);
    await arrived();
    assert.match(await requireSession(fixture.manager, 'a').text(), /^a copy\nno/);
  });

  it('is active again when its next program starts, and emits a change', async () => {
    await fixture.manager.create(specOf('a', { followUp: PROGRAM }));
    await arrived();
    fixture.clock.advance(5000);
    await arrived();
    fixture.events.length = 0;
    await arrived();
    processOf(0).end(0);
    await arrived();
    assert.deepEqual(types(), ['agentExit', 'changed']);
    const { state, pid } = fixture.events.at(-1)?.session ?? {};
    await arrived();
    assert.deepEqual([state, pid], ['active', processOf(1).pid]);
  });

  describe('a program whose exit is that of its agent', () => {
    const start = (change: Partial<SessionSpec> = {}) =>
      fixture.manager.create(specOf('a', { afterExit: 'keep', endsWithAgent: true, ...change }));
    const ends = () => types().filter((type) => type !== 'changed');

    for (const [how, exit, status] of [
      ['its exit code', { exitCode: 7, signal: undefined }, 7],
      ['its signal', { exitCode: undefined, signal: 'SIGTERM' }, 143],
    ] as const) {
      it(`D14: reports the end of the agent by ${how}, before that of the session`, async () => {
        await start();
        await arrived();
        processOf(0).end(exit.exitCode, exit.signal);
        await arrived();
        assert.deepEqual(ends(), ['created', 'agentExit', 'exit']);
        assert.equal(fixture.manager.get('a')?.agentExitCode, status);
      });
    }

    it('D14: reports it once if a wrapper has reported it', async () => {
      await start({ exitMarkerNonce: 'n0nce' });
      await arrived();
      processOf(0).print('\x1b]7749;n0nce;5\x07');
      processOf(0).end(1);
      await arrived();
      assert.deepEqual(ends(), ['created', 'agentExit', 'exit']);
      assert.equal(fixture.manager.get('a')?.agentExitCode, 5);
    });

    it('reports none if the session is ended', async () => {
      await start();
      await arrived();
      await fixture.manager.find('a')?.kill();
      await arrived();
      assert.ok(!types().includes('agentExit'));
    });
  });

  describe('follow-up', () => {
    const shell: ProgramSpec = { file: '/bin/zsh', args: ['-l'], cwd: '/home/ada', env: {} };

    it('replaces a program that ended, under the same id', async () => {
      await fixture.manager.create(
        specOf('a', { followUp: shell, dimensions: { cols: 100, rows: 30 } }),
      );
      fixture.manager.find('a')?.resize({ cols: 120, rows: 40 });
      await arrived();
      processOf(0).end(7);
      await arrived();
      assert.deepEqual(processOf(1).spec, { ...shell, cols: 120, rows: 40 });
      fixture.manager.find('a')?.write('ls\r');
      await arrived();
      assert.equal(processOf(1).written, 'ls\r');
      const { agentExitCode, exitCode, state, pid } = fixture.manager.get('a') ?? {};
      await arrived();
      assert.deepEqual(
        { agentExitCode, exitCode, state, pid },
        { agentExitCode: 7, exitCode: null, state: 'active', pid: 1001 },
      );
      await arrived();
      processOf(1).end(0);
      await arrived();
      assert.deepEqual(
        types().filter((type) => type !== 'changed'),
        ['created', 'agentExit', 'exit'],
      );
    });

    it('starts in the home directory if its own is missing, and writes a notice', async () => {
      const followUp = { ...shell, cwd: '/gone', env: { HOME: '/home/ada' } };
      await fixture.manager.create(specOf('a', { followUp }));
      let seen = '';
      await requireSession(fixture.manager, 'a').attach({
        onData: (data) => (seen += data),
        onExit() {},
      });
      processOf(0).end(0);
      await arrived();
      assert.equal(processOf(1).spec.cwd, '/home/ada');
      await arrived();
      assert.match(seen, /\/gone is gone: the shell starts in \/home\/ada/);
    });

    it('does not start anywhere else if it requires its missing directory', async () => {
      const followUp = { ...shell, cwd: '/gone', requiresCwd: true, env: { HOME: '/home/ada' } };
      await fixture.manager.create(specOf('a', { followUp }));
      processOf(0).end(0);
      await arrived();
      assert.equal(fixture.manager.get('a')?.state, 'terminated');
    });

    it('is paused like the program before it until enough output is parsed', async () => {
      await fixture.manager.create(specOf('a', { followUp: shell }));
      processOf(0).print(Buffer.alloc(20 * UNPARSED_BYTES.high, 'x'));
      processOf(0).end(0);
      await arrived();
      assert.equal(processOf(1).paused, true);
      await requireSession(fixture.manager, 'a').text();
      await arrived();
      assert.equal(processOf(1).paused, false);
    });

    it('does not start after a kill', async () => {
      await fixture.manager.create(specOf('a', { followUp: shell }));
      await fixture.manager.find('a')?.kill();
      await arrived();
      assert.equal(fixture.spawner.processes.length, 1);
    });

    it('that cannot start ends the session with the code of the program', async () => {
      await fixture.manager.create(specOf('a', { followUp: shell }));
      fixture.spawner.failWith = new SessionError('SPAWN_FAILED', 'no');
      await arrived();
      processOf(0).end(7);
      await arrived();
      assert.equal(fixture.manager.get('a')?.exitCode, 7);
    });
  });
});
