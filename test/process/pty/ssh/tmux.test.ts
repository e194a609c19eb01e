import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findOnPath } from '../../../../scripts/lib/findOnPath.mjs';
import type { PreparedStart } from '../../../../src/agents/preparedStart';
import { leftOfDirectories, remoteDirectoriesOf } from '../../../support/pty/remoteDirectories';
import { useCore, type Seen } from '../../../support/agents/useCore';
import { useSshd } from '../../../support/pty/useSshd';
import { waitFor } from '../../../support/waitFor';
import { requireSession } from '../../../../src/pty/sessionBackend';

const LIMIT_MS = 20_000;

describe('A session in tmux over SSH', function () {
  this.timeout(60_000);
  const sshd = useSshd();
  const fixture = useCore();
  let seen: Seen = { text: '' };

  before(function () {
    if (!findOnPath(['tmux'])) {
      this.skip();
    }
  });

  async function start(target = 'host', options: readonly string[] = []): Promise<PreparedStart> {
    const ssh = { target, sshArgs: [...sshd.sshArgs, ...options], tmux: true };
    return launch(await fixture.prepare({ options: { ssh } }));
  }

  async function launch(prepared: PreparedStart): Promise<PreparedStart> {
    await prepared.launch({ cols: 100, rows: 30 });
    seen = await fixture.watch(prepared.sessionId);
    return prepared;
  }

  const info = ({ sessionId }: PreparedStart) => fixture.core.sessions.get(sessionId);
  const type = ({ sessionId }: PreparedStart, text: string) =>
    fixture.core.sessions.find(sessionId)?.write(text);
  const nameOf = ({ sessionId }: PreparedStart) => `agent-terminals-${sessionId}`;
  const isOpen = ({ sessionId }: PreparedStart) =>
    fixture.core.tasks
      .list()
      .flatMap(({ conversations }) => conversations)
      .find(({ ptyId }) => ptyId === sessionId)?.isOpen;
  const isThere = (prepared: PreparedStart) => sshd.tmuxSessions().includes(nameOf(prepared));

  const until = (condition: () => boolean, what: string): Promise<void> =>
    waitFor(condition, {
      limitMs: LIMIT_MS,
      what: () => `${what}; it shows ${JSON.stringify(seen.text.slice(-3000))}`,
    });

  const shows = async ({ sessionId }: PreparedStart, words: string): Promise<void> => {
    let screen = '';
    const read = async () =>
      (screen = await requireSession(fixture.core.sessions, sessionId).text());
    await waitFor(async () => (await read()).includes(words), {
      limitMs: LIMIT_MS,
      what: () => `${words} on the screen, which shows ${screen}`,
    });
  };

  function connection(): number {
    const newest = sshd.connections().at(-1);
    assert.ok(newest);
    return newest;
  }

  /** Cuts a connection, as a network failure does. */
  const cut = (one = connection()): void => void sshd.signal(one, 'SIGKILL');

  /** Waits for the redraw after a reconnect: earlier input is dropped. */
  const isBack = (words: string): Promise<void> =>
    until(
      () =>
        /Connecting again(?!.*Connecting again).*/s.exec(seen.text)?.[0].includes(words) ?? false,
      'another redraw',
    );

  /** Ends the agent of a session with status 3. Returns the session's directories, and its connection. */
  async function endAgent(prepared: PreparedStart) {
    await shows(prepared, 'agent in');
    const directories = remoteDirectoriesOf(fixture.home);
    type(prepared, 'exit3\r');
    await until(() => info(prepared)?.agentExitCode === 3, 'the status of the agent');
    return { directories, line: connection() };
  }

  it('runs on the host, reports the status of its agent and its own, and leaves nothing in tmux', async () => {
    const prepared = await start();
    await shows(prepared, `agent in ${sshd.home} size 30 100`);
    assert.ok(isThere(prepared));
    type(prepared, 'exit3\r');
    await until(() => info(prepared)?.agentExitCode === 3, 'the status of the agent');
    type(prepared, 'echo still-$((40+2)); exit 7\r');
    await until(() => info(prepared)?.state === 'terminated', 'the end');
    assert.equal(info(prepared)?.exitCode, 7);
    assert.equal(isThere(prepared), false);
    assert.deepEqual(info(prepared)?.notices, []);
  });

  it('reconnects after its connection was cut, and continues at the same point', async () => {
    const prepared = await start();
    await shows(prepared, 'agent in');
    type(prepared, 'before\r');
    await shows(prepared, 'heard: before');
    const { pid } = info(prepared) ?? {};
    cut();
    await fixture.untilShown(seen, '[The connection to host was lost. Connecting again (1 of 5)');
    await isBack('heard: before');
    assert.notEqual(info(prepared)?.pid, pid);
    type(prepared, 'after\r');
    await shows(prepared, 'heard: after');
    fixture.core.sessions.find(prepared.sessionId)?.resize({ cols: 90, rows: 20 });
    type(prepared, 'exit4\r');
    await until(() => info(prepared)?.agentExitCode === 4, 'the status of the agent');
    type(prepared, 'stty size\r');
    await shows(prepared, '20 90');
    await fixture.core.sessions.find(prepared.sessionId)?.kill();
  });

  it('detects a dead connection, and continues on a new one', async () => {
    const options = ['-o', 'ServerAliveInterval=1', '-o', 'ServerAliveCountMax=1'];
    const prepared = await start('host', options);
    await shows(prepared, 'agent in');
    const line = connection();
    sshd.signal(line, 'SIGSTOP');
    try {
      await fixture.untilShown(seen, 'Connecting again (1 of 5)');
      await isBack('agent in');
      type(prepared, 'after\r');
      await shows(prepared, 'heard: after');
      await fixture.core.sessions.find(prepared.sessionId)?.kill();
    } finally {
      sshd.signal(line, 'SIGKILL');
    }
  });

  it('reconnects once a stopped server listens again', async () => {
    const server = await sshd.start('restarting', []);
    const prepared = await start('restarting');
    await shows(prepared, 'agent in');
    const line = connection();
    server.stop();
    cut(line);
    await fixture.untilShown(seen, 'Connecting again (2 of 5)');
    assert.equal(info(prepared)?.state === 'terminated', false);
    await server.listen();
    type(prepared, 'lost\r');
    await isBack('agent in');
    type(prepared, 'back\r');
    await shows(prepared, 'heard: back');
    await fixture.core.sessions.find(prepared.sessionId)?.kill();
  });

  it('stops reconnecting on Ctrl-C, stays open, and is returned to by a restart', async () => {
    const server = await sshd.start('gone', []);
    const prepared = await start('gone');
    await shows(prepared, 'agent in');
    type(prepared, 'before\r');
    await shows(prepared, 'heard: before');
    const line = connection();
    server.stop();
    cut(line);
    await fixture.untilShown(seen, 'Connecting again (1 of 5)');
    type(prepared, '\x03');
    await until(() => info(prepared)?.state === 'terminated', 'the end');
    assert.equal(info(prepared)?.exitCode, 255);
    assert.ok(isThere(prepared), 'the agent continues');
    const left = info(prepared)?.notices.at(-1) ?? '';
    assert.equal(left, 'The session continues in tmux on gone: start it again to return to it.');
    // Only the terminal shows the person's arguments.
    assert.ok(seen.text.includes(`[${left.slice(0, -1)}, or end it there with `), seen.text);
    assert.equal(isOpen(prepared), true);
    await server.listen();
    const again = await launch(await fixture.core.launcher.prepareRestart(prepared.sessionId));
    await shows(again, 'heard: before');
    await fixture.core.sessions.find(again.sessionId)?.kill();
    assert.equal(isThere(again), false);
    assert.equal(isOpen(again), false);
  });

  it('reports that it has ended on the host in the meantime', async () => {
    const server = await sshd.start('ended', []);
    const prepared = await start('ended');
    await shows(prepared, 'agent in');
    const line = connection();
    // No attempt can find the session before it has ended.
    server.stop();
    cut(line);
    await fixture.untilShown(seen, 'Connecting again (1 of 5)');
    sshd.killInTmux();
    await until(() => !isThere(prepared), 'the end on the host');
    await server.listen();
    await until(() => info(prepared)?.state === 'terminated', 'the end');
    assert.match(
      info(prepared)?.notices.at(-1) ?? '',
      /^The session does not exist any more on ended/,
    );
  });

  for (const state of ['lost', 'silent'] as const) {
    it(`reports the status with which it ended while its connection was ${state}`, async () => {
      const server = await sshd.start(state, []);
      const prepared = await start(state);
      const { directories, line } = await endAgent(prepared);
      server.stop();
      sshd.signal(line, state === 'lost' ? 'SIGKILL' : 'SIGSTOP');
      sshd.typeInTmux('exit 7');
      await until(() => !isThere(prepared), 'the end on the host');
      if (state === 'silent') {
        sshd.signal(line, 'SIGKILL');
      }
      await fixture.untilShown(seen, 'Connecting again (1 of 5)');
      await server.listen();
      await until(() => info(prepared)?.state === 'terminated', 'the end');
      const { exitCode, notices = [] } = info(prepared) ?? {};
      assert.deepEqual([exitCode, notices.length], [7, 1]);
      assert.deepEqual(leftOfDirectories(directories), []);
    });
  }

  it('is not started again if it ends while it is attached to again', async () => {
    const bin = join(sshd.directory, 'ending');
    const [calls, due] = [join(bin, 'calls'), join(bin, 'due')];
    mkdirSync(bin);
    writeFileSync(join(bin, 'tmux'), endingTmux(calls, due), { mode: 0o755 });
    const server = await sshd.start('ending', [
      `SetEnv HOME=${sshd.home} SHELL=/bin/bash PATH=${bin}:/usr/bin:/bin TMUX_TMPDIR=${join(sshd.directory, 'tmux')}`,
    ]);
    const prepared = await start('ending');
    const { directories, line } = await endAgent(prepared);
    server.stop();
    cut(line);
    await fixture.untilShown(seen, 'Connecting again (1 of 5)');
    writeFileSync(due, '');
    await server.listen();
    await until(() => info(prepared)?.state === 'terminated', 'the end');
    assert.equal(info(prepared)?.exitCode, 7);
    const starts = readFileSync(calls, 'utf8').match(/new-session/g) ?? [];
    assert.deepEqual([starts.length, leftOfDirectories(directories)], [1, []]);
  });

  it('ends on the host, too, when it is killed', async () => {
    const prepared = await start();
    await shows(prepared, 'agent in');
    const directories = remoteDirectoriesOf(fixture.home);
    assert.equal(directories.length, 1);
    await fixture.core.sessions.find(prepared.sessionId)?.kill();
    assert.equal(isThere(prepared), false);
    assert.deepEqual(leftOfDirectories(directories), []);
  });

  it('does not share its connection, nor does the login that ends it on the host', async () => {
    const log = join(sshd.directory, 'calls');
    const ssh = join(sshd.directory, 'logged ssh');
    const look = `ssh -G "$@" | grep "^controlmaster" >>'${log}'`;
    writeFileSync(ssh, `#!/bin/sh\n${look}\nexec ssh "$@"\n`, { mode: 0o755 });
    fixture.set({ sshPath: ssh });
    const prepared = await start('host', ['-o', 'ControlMaster=auto']);
    await shows(prepared, 'agent in');
    await fixture.core.sessions.find(prepared.sessionId)?.kill();
    assert.equal(isThere(prepared), false);
    assert.equal(readFileSync(log, 'utf8'), 'controlmaster false\n'.repeat(2));
  });

  it('outlives its window, and the next one shows the same agent', async () => {
    const prepared = await start();
    await shows(prepared, 'agent in');
    type(prepared, 'before\r');
    await shows(prepared, 'heard: before');
    await fixture.reopen();
    assert.ok(isThere(prepared));
    const again = await launch(await fixture.core.launcher.prepareRestart(prepared.sessionId));
    await shows(again, 'heard: before');
    type(again, 'after\r');
    await shows(again, 'heard: after');
    await fixture.core.sessions.find(again.sessionId)?.kill();
    assert.equal(isThere(again), false);
  });

  it('runs a new agent after a restart', async () => {
    const prepared = await start();
    await shows(prepared, 'agent in');
    type(prepared, 'before\r');
    await shows(prepared, 'heard: before');
    const again = await launch(await fixture.core.launcher.prepareRestart(prepared.sessionId));
    await shows(again, 'agent in');
    assert.doesNotMatch(
      await requireSession(fixture.core.sessions, again.sessionId).text(),
      /heard/,
    );
    await fixture.core.sessions.find(again.sessionId)?.kill();
  });

  it('runs without tmux if the host has none, and reports this', async () => {
    const bin = join(sshd.directory, 'bin');
    mkdirSync(bin);
    for (const name of ['cat', 'curl', 'id', 'ls', 'mkdir', 'mv', 'rm', 'stty']) {
      symlinkSync(findOnPath([name]) ?? '/bin/false', join(bin, name));
    }
    writeFileSync(join(sshd.home, '.bash_profile'), `PATH=${bin}\n`);
    await sshd.start('bare', [`SetEnv HOME=${sshd.home} SHELL=/bin/bash PATH=${bin}`]);
    const prepared = await start('bare');
    await shows(prepared, 'agent in');
    assert.match(info(prepared)?.notices.join() ?? '', /^tmux is not installed on bare, so the/);
    cut();
    await until(() => info(prepared)?.state === 'terminated', 'the end');
    assert.equal(info(prepared)?.notices.at(-1), 'The connection to bare was lost.');
  });
});

/** A tmux whose session ends, with status 7, once it was found while the file `due` exists. */
function endingTmux(calls: string, due: string): string {
  const tmux = findOnPath(['tmux']) ?? '';
  return `#!/bin/sh
printf '%s\\n' "$*" >>${calls}
case $* in
*has-session*) [ -e ${due} ] || exec ${tmux} "$@" ;;
*) exec ${tmux} "$@" ;;
esac
${tmux} "$@" || exit
rm ${due}
${tmux} -L agent-terminals send-keys 'exit 7' Enter
while ${tmux} "$@" 2>/dev/null; do sleep 0.1; done
`;
}
