import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionError } from '../../../src/base/errors';
import { findShell } from '../../support/shellHome';
import { useCore } from '../../support/useCore';
import { waitFor } from '../../support/waitFor';

const IN_TMUX = { options: { persistence: 'tmux' } } as const;

describe('agents in tmux', function () {
  this.timeout(60_000);
  // Before the fixture's own: that ends the window, which leaves them alone.
  afterEach(async () => {
    const { sessions, tmuxSessions } = fixture.core;
    await Promise.all(sessions.list().map(({ id }) => sessions.kill(id)));
    const left = await tmuxSessions.list();
    await Promise.all(left.map(({ spec }) => tmuxSessions.kill(spec)));
  });
  const fixture = useCore();
  before('tmux is installed', function () {
    if (findShell('tmux') === undefined) {
      this.skip();
    }
  });
  beforeEach(async () => {
    await fixture.reopen(() => (fixture.env['TMUX_TMPDIR'] = fixture.home));
  });
  it('outlive their window, and are in the next one', async () => {
    const prepared = await fixture.prepare(IN_TMUX);
    const id = prepared.sessionId;
    const first = await prepared.launch({ cols: 90, rows: 30 });
    await fixture.says(await fixture.watch(id), 'size 30 90 args:');
    assert.equal(fixture.core.ptys.getPtyTmuxSessionName(id), `agent-terminals-${id}`);
    await fixture.reopen();
    await fixture.core.adoption.start();
    const session = fixture.core.sessions.get(id);
    assert.deepEqual(
      [session?.persistence, session?.createdAt.slice(0, 16), session?.dimensions],
      ['tmux', first.createdAt.slice(0, 16), { cols: 90, rows: 30 }],
    );
    const seen = await fixture.watch(id);
    fixture.core.sessions.write(id, 'still here\r');
    await fixture.says(seen, 'heard: still here');
    fixture.core.sessions.write(id, 'exit9\r');
    await waitFor(() => fixture.core.sessions.get(id)?.agentExitCode === 9, {
      limitMs: 10_000,
      what: "the agent's status",
    });
    await fixture.core.sessions.kill(id);
    assert.deepEqual(await fixture.core.tmuxSessions.list(), []);
  });

  it('are started anew by a restart, as if nothing had been', async () => {
    const prepared = await fixture.prepare(IN_TMUX);
    await prepared.launch();
    await fixture.says(await fixture.watch(prepared.sessionId), 'args:');
    const { pid } = fixture.core.sessions.get(prepared.sessionId) ?? {};
    const again = await fixture.core.agents.prepareRestart(prepared.sessionId);
    await again.launch();
    await fixture.says(await fixture.watch(prepared.sessionId), 'args:');
    assert.notEqual(fixture.core.sessions.get(prepared.sessionId)?.pid, pid);
    assert.equal((await fixture.core.tmuxSessions.list()).length, 1);
  });

  it('D18: are not started directly, and say so as a value', async () => {
    const refused = await fixture.core.ptys.startDirectPty({
      ...{ id: 'fake-main-task_9', providerId: 'fake', cwd: fixture.folder, tmux: true },
    });
    assert.ok('reason' in refused);
    assert.equal(refused.reason, 'TMUX_NEEDS_SHELL');
  });

  const unfit = [
    [
      'which is not there',
      () => '/nowhere/tmux',
      /tmuxPath names \/nowhere\/tmux, .* correct it\./,
    ],
    ['which is too old', () => fakeTmux('tmux 3.0a'), /is tmux 3\.0a; install tmux 3\.2 or newer/],
    ['which is something else', () => fakeTmux('screen 4'), /does not say which tmux it is/],
  ] as const;
  for (const [what, path, message] of unfit) {
    it(`are refused before a terminal opens where tmux is one ${what}`, async () => {
      fixture.set({ tmuxPath: path() });
      await assert.rejects(
        fixture.prepare(IN_TMUX),
        (error) => SessionError.is(error, 'CLI_NOT_FOUND') && message.test(error.message),
      );
    });
  }

  function fakeTmux(version: string): string {
    const path = join(fixture.home, 'other tmux');
    writeFileSync(path, `#!/bin/sh\necho ${version}\n`);
    chmodSync(path, 0o755);
    return path;
  }
});
