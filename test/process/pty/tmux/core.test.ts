import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SessionError } from '../../../../src/base/errors';
import type { Core } from '../../../../src/main/core';
import { findShell } from '../../../support/pty/shellHome';
import { useCore } from '../../../support/agents/useCore';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';

const IN_TMUX = { options: { persistence: 'tmux' } } as const;

describe('agents in tmux', function () {
  this.timeout(60_000);
  // Before that of the fixture, which ends the window but not the sessions in tmux.
  afterEach(async () => {
    const { sessions, tmuxSessions } = fixture.core;
    await Promise.all(sessions.list().map(async ({ id }) => sessions.find(id)?.kill()));
    const left = await tmuxSessions.list();
    await Promise.all(left.map(({ spec }) => tmuxSessions.kill(spec)));
  });
  const fixture = useCore();
  before('tmux is installed', function () {
    if (findShell('tmux') === undefined) {
      this.skip();
    }
  });

  it('outlive their window, and continue in the next one', async () => {
    const prepared = await fixture.prepare(IN_TMUX);
    const id = prepared.sessionId;
    const first = await prepared.launch({ cols: 90, rows: 30 });
    await fixture.untilShown(await fixture.watch(id), 'size 30 90 args:');
    assert.equal(fixture.core.ptys.getPtyTmuxSessionName(id), `agent-terminals-${id}`);
    await fixture.reopen();
    await fixture.core.reconnector.whenReconnected();
    const session = fixture.core.sessions.get(id);
    assert.deepEqual(
      [session?.persistence, session?.createdAt.slice(0, 16), session?.dimensions],
      ['tmux', first.createdAt.slice(0, 16), { cols: 90, rows: 30 }],
    );
    const seen = await fixture.watch(id);
    fixture.core.sessions.find(id)?.write('still here\r');
    await fixture.untilShown(seen, 'heard: still here');
    fixture.core.sessions.find(id)?.write('exit9\r');
    await waitFor(() => fixture.core.sessions.get(id)?.agentExitCode === 9, {
      limitMs: 10_000,
      what: "the agent's status",
    });
    await fixture.core.sessions.find(id)?.kill();
    assert.deepEqual(await fixture.core.tmuxSessions.list(), []);
  });

  it('do not run there with tmux: false, whatever the setting', async () => {
    fixture.set({ persistence: 'tmux' });
    const { ptys, sessions } = fixture.core;
    const call = { providerId: 'fake', cwd: fixture.folder };
    const refused = await ptys.startDirectPty({ ...call, id: 'fake-main-1' });
    assert.equal('reason' in refused && refused.reason, 'TMUX_NEEDS_SHELL');
    await ptys.startPty({ ...call, id: 'fake-main-2', tmux: false });
    const direct = await ptys.startDirectPty({ ...call, id: 'fake-main-3', tmux: false });
    assert.ok('write' in direct);
    const places = sessions.list().map(({ id, persistence }) => [id, persistence]);
    assert.deepEqual(places, [
      ['fake-main-2', 'window'],
      ['fake-main-3', 'window'],
    ]);
    assert.deepEqual(await fixture.core.tmuxSessions.list(), []);
  });

  it('are ended by their ids, in the window that has them and in any other', async () => {
    const isGone = (id: string) =>
      waitFor(async () => (await fixture.core.tmuxSessions.get(id)) === undefined, {
        limitMs: 10_000,
        what: `the end of ${id} in tmux`,
      });
    const [own, left] = ['fake-main-own', 'fake-main-left'];
    const call = { cwd: fixture.folder, shell: 'fake', tmux: true };
    await fixture.core.ptys.startPty({ ...call, id: left });
    await fixture.reopen();
    await fixture.core.ptys.startPty({ ...call, id: own });
    await fixture.untilShown(await fixture.watch(own), 'args:');
    const { ptys, sessions } = fixture.core;
    assert.equal(ptys.getTmuxSessionName(left), `agent-terminals-${left}`);
    assert.deepEqual([sessions.has(left), sessions.has(own)], [false, true]);
    ptys.killTmuxSession(own);
    ptys.killTmuxSession(left);
    ptys.killTmuxSession('fake-main-none');
    await Promise.all([isGone(own), isGone(left)]);
    await waitFor(() => !sessions.has(own), { limitMs: 5000, what: 'the end of the session' });
  });

  it('move to another window and back without an exit', async () => {
    const first = fixture.core;
    await first.leases.start();
    const { id, exec } = await (await fixture.prepare(IN_TMUX)).launch();
    first.sessions.find(id)?.write('apples\r');
    await fixture.untilShown(await fixture.watch(id), 'heard: apples');
    const other = fixture.openWindow();
    await Promise.all([other.tasks.reload(), other.map.reload(), other.leases.start()]);
    await other.reconnector.whenReconnected();
    assert.deepEqual(other.sessions.list(), [], 'the first window is watched');
    assert.deepEqual(
      [await other.reconnector.isFoundElsewhere(id), other.leases.isOwnedElsewhere(id)],
      [true, true],
    );
    const taken = await other.reconnector.takeOver(id, 'always');
    assert.deepEqual([taken?.persistence, taken?.exec], ['tmux', exec]);
    await waitFor(() => !first.reconnector.isRunningElsewhere(id) && !first.sessions.has(id), {
      limitMs: 10_000,
      what: 'the first window to release it',
    });
    assert.equal(isOpen(first, id), true, 'the conversation stays open');
    other.sessions.find(id)?.write('figs\r');
    assert.match(await shows(other, id, 'heard: figs'), /heard: apples/);
    await first.reconnector.takeOver(id, 'always');
    first.sessions.find(id)?.write('exit9\r');
    await waitFor(() => first.sessions.get(id)?.agentExitCode === 9, {
      limitMs: 10_000,
      what: "the agent's status in the window that had it first",
    });
    assert.match(await requireSession(first.sessions, id).text(), /heard: apples[^]*heard: figs/);
    assert.equal(other.sessions.has(id), false);
    await other.shutdown(4000);
    assert.equal((await first.tmuxSessions.list()).length, 1);
  });

  it('move from a window that is no longer watched', async () => {
    await fixture.core.leases.start();
    const { id } = await (await fixture.prepare(IN_TMUX)).launch();
    await fixture.untilShown(await fixture.watch(id), 'args:');
    fixture.isWatched = false;
    const other = fixture.openWindow();
    await Promise.all([other.tasks.reload(), other.map.reload(), other.leases.start()]);
    await other.reconnector.whenReconnected();
    assert.equal(other.sessions.get(id)?.persistence, 'tmux');
    assert.equal(fixture.core.sessions.has(id), false);
    await other.sessions.find(id)?.kill();
    assert.deepEqual(await other.tmuxSessions.list(), []);
    await other.shutdown(4000);
  });

  it('are replaced by a new process on a restart', async () => {
    const prepared = await fixture.prepare(IN_TMUX);
    await prepared.launch();
    await fixture.untilShown(await fixture.watch(prepared.sessionId), 'args:');
    const { pid } = fixture.core.sessions.get(prepared.sessionId) ?? {};
    const again = await fixture.core.launcher.prepareRestart(prepared.sessionId);
    await again.launch();
    await fixture.untilShown(await fixture.watch(prepared.sessionId), 'args:');
    assert.notEqual(fixture.core.sessions.get(prepared.sessionId)?.pid, pid);
    assert.equal((await fixture.core.tmuxSessions.list()).length, 1);
  });

  it('D18: are refused in direct mode, as a value', async () => {
    const refused = await fixture.core.ptys.startDirectPty({
      ...{ id: 'fake-main-task_9', providerId: 'fake', cwd: fixture.folder, tmux: true },
    });
    assert.ok('reason' in refused);
    assert.equal(refused.reason, 'TMUX_NEEDS_SHELL');
  });

  const unfit = [
    ['is missing', () => '/nowhere/tmux', /tmuxPath names \/nowhere\/tmux, .* correct it\./],
    ['is too old', () => fakeTmux('tmux 3.0a'), /is tmux 3\.0a; install tmux 3\.2 or newer/],
    ['is another program', () => fakeTmux('screen 4'), /does not report a version of tmux/],
  ] as const;
  for (const [what, path, message] of unfit) {
    it(`are refused before a terminal opens if tmux ${what}`, async () => {
      fixture.set({ tmuxPath: path() });
      await assert.rejects(
        fixture.prepare(IN_TMUX),
        (error) => SessionError.is(error, 'CLI_NOT_FOUND') && message.test(error.message),
      );
    });
  }

  const isOpen = (core: Core, id: string) =>
    core.tasks
      .list()
      .flatMap(({ conversations }) => conversations)
      .find(({ ptyId }) => ptyId === id)?.isOpen;

  async function shows(core: Core, id: string, words: string): Promise<string> {
    let text = '';
    const read = async () => (text = await requireSession(core.sessions, id).text());
    await waitFor(async () => (await read()).includes(words), {
      limitMs: 10_000,
      what: () => `${words} on the screen, which shows ${text}`,
    });
    return text;
  }

  function fakeTmux(version: string): string {
    const path = join(fixture.home, 'other tmux');
    writeFileSync(path, `#!/bin/sh\necho ${version}\n`);
    chmodSync(path, 0o755);
    return path;
  }
});
