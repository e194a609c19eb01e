import assert from 'node:assert/strict';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { SessionError } from '../../../src/base/errors';
import { readStartTime } from '../../../src/base/readStartTime';
import { parseSessionFile, type SessionFile } from '../../../src/endpoint/sessionFile';
import type { Core } from '../../../src/main/core';
import { hostedSessionsPath } from '../../../src/host/discovery/hostedSessionsFile';
import { writeHostLockfile } from '../../../src/host/discovery/hostLockfile';
import { hostPaths } from '../../../src/host/discovery/hostPaths';
import { PROTOCOL_VERSION } from '../../../src/host/protocol/calls';
import { requireSession } from '../../../src/pty/sessionBackend';
import type { SessionInfo } from '../../../src/pty/sessionService';
import { useCore, type Seen } from '../../support/agents/useCore';
import { callApi } from '../../support/api/apiClient';
import { atSocket } from '../../support/api/socketAddress';
import { useSessionHost } from '../../support/host/useSessionHost';
import { isRunning } from '../../support/isRunning';
import { waitFor } from '../../support/waitFor';

const LIMIT_MS = 10_000;
/** Higher than any process id. */
const NO_PROCESS = 2 ** 31 - 1;

describe('sessions that outlive their window', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  const fixture = useCore();
  const { prepare, untilShown, watch } = fixture;

  beforeEach(async () => {
    fixture.extensionPath = host.extensionPath;
    fixture.set({ persistence: 'host' });
    await fixture.reopen();
    await fixture.core.leases.start();
    await fixture.core.reconnector.whenReconnected();
  });

  afterEach(async () => {
    for (const session of fixture.core.sessions.list()) {
      await fixture.core.sessions.find(session.id)?.kill();
    }
    const found = await host.access({ home: join(fixture.home, '.agent-terminals') }).find();
    if (found) {
      await host.kill(found.pid);
    }
  });

  /** Starts an agent, and sends it `words`. */
  async function begin(words: string): Promise<SessionInfo> {
    const session = await (await prepare()).launch();
    const seen = await watch(session.id);
    fixture.core.sessions.find(session.id)?.write(`${words}\r`);
    await untilShown(seen, `heard: ${words}`);
    return session;
  }

  /** Reloads the window; `meanwhile` may change files in between. */
  async function reload(meanwhile?: () => void): Promise<void> {
    await fixture.reopen(meanwhile);
    await fixture.core.leases.start();
    await fixture.core.reconnector.whenReconnected();
  }

  async function watchIn(core: Core, id: string): Promise<Seen> {
    const seen = { text: '' };
    await requireSession(core.sessions, id).attach({
      onData: (data) => (seen.text += data),
      onExit() {},
    });
    return seen;
  }

  const conversationOf = (core: Core, id: string) =>
    core.tasks
      .list()
      .flatMap(({ conversations }) => conversations)
      .find(({ ptyId }) => ptyId === id);

  const hookFile = (id: string) => join(fixture.home, '.agent-terminals', 'hooks', `${id}.json`);

  const readHookFile = (id: string): SessionFile =>
    parseSessionFile(readFileSync(hookFile(id), 'utf8')) ?? assert.fail('no file');

  it('continue in the next one, with the same process, screen, task and lease', async () => {
    const { id, pid } = await begin('apples');
    await reload();
    const adopted = fixture.core.sessions.get(id);
    assert.deepEqual([adopted?.pid, adopted?.persistence], [pid, 'host']);
    assert.equal(conversationOf(fixture.core, id)?.isOpen, true);
    assert.equal(fixture.core.leases.owns(id), true);
    const seen = await watch(id);
    await untilShown(seen, 'heard: apples');
    fixture.core.sessions.find(id)?.write('plums\r');
    await untilShown(seen, 'heard: plums');
    assert.equal(fixture.core.sessions.list().length, 1);
  });

  it('report and drive with the tokens of their environment, at the socket of the next window', async () => {
    fixture.set({ agentsMayDrive: true });
    const { id } = await begin('apples');
    const seen = await watch(id);
    fixture.core.sessions.find(id)?.write('hook token\r');
    await untilShown(seen, 'my hook token: ');
    fixture.core.sessions.find(id)?.write('token\r');
    await untilShown(seen, 'my token: ');
    const hookToken = /my hook token: (\S+)/.exec(seen.text)?.[1] ?? '';
    const driveToken = /my token: (\S+)/.exec(seen.text)?.[1] ?? '';
    const before = readHookFile(id).socket;
    await reload();
    const file = readHookFile(id);
    assert.notEqual(file.socket, before);
    assert.deepEqual([file.token, file.driveToken], [hookToken, driveToken]);
    const socket = file.socket ?? '';
    const events: string[] = [];
    fixture.core.onDidReceiveHook(({ ptyId }) => events.push(ptyId));
    const reported = await callApi(atSocket(socket, '/hook'), 'POST', {
      headers: {
        'X-Agent-Terminals-Token': hookToken,
        'X-Agent-Terminals-Pty-Id': id,
        'X-Agent-Terminals-Event': 'Stop',
      },
      body: {},
    });
    assert.equal(reported.status, 204);
    await waitFor(() => events.length > 0, { limitMs: LIMIT_MS, what: 'the event' });
    assert.deepEqual(events, [id]);
    const listed = await callApi(atSocket(socket, '/api/sessions'), 'GET', { token: driveToken });
    assert.equal(listed.status, 200, listed.text);
  });

  /** In one step: a host that reads its lock file while it is empty writes it again. */
  const replace = (path: string, text: string): void => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };

  it('keep their hook files if their host cannot be used, with a notice', async () => {
    const { id } = await begin('apples');
    const { lockfile } = hostPaths(join(fixture.home, '.agent-terminals'), PROTOCOL_VERSION);
    const known = readFileSync(lockfile, 'utf8');
    const notices: string[] = [];
    const change = (path: string, value: object): void => {
      const before = JSON.parse(readFileSync(path, 'utf8')) as object;
      replace(path, JSON.stringify({ ...before, ...value }));
    };
    try {
      await fixture.reopen(() => {
        change(lockfile, { token: 'no' });
        // The earlier window has ended; here it is this same process.
        change(hookFile(id), { pid: NO_PROCESS });
      });
      fixture.core.notices.onDidNotice((notice) => notices.push(notice));
      await fixture.core.leases.start();
      await fixture.core.reconnector.whenReconnected();
      assert.deepEqual(fixture.core.sessions.list(), []);
      assert.equal(fixture.core.reconnector.hasListedAll, false);
      assert.match(readFileSync(hookFile(id), 'utf8'), /token/);
      assert.equal(notices.length, 1);
      assert.match(
        notices.join(),
        /so none is resumed automatically: The session host of process \d+ cannot be used/,
      );
    } finally {
      replace(lockfile, known);
    }
    await reload();
    await untilShown(await watch(id), 'heard: apples');
  });

  it('keep their hook files while only a window of another folder is open', async () => {
    const { id } = await begin('apples');
    const { folder } = fixture;
    await reload(() => {
      // The earlier window has ended; here it is this same process.
      const file = { ...readHookFile(id), pid: NO_PROCESS };
      replace(hookFile(id), JSON.stringify(file));
      fixture.folder = join(fixture.home, 'other');
    });
    assert.deepEqual(fixture.core.sessions.list(), []);
    assert.match(readFileSync(hookFile(id), 'utf8'), /token/);
    await reload(() => (fixture.folder = folder));
    assert.equal(fixture.core.sessions.has(id), true);
  });

  it('are not resumed while a host of another protocol runs them, and keep their hook files', async () => {
    const { id } = await begin('apples');
    await fixture.core.sessions.find(id)?.kill();
    const { directory } = hostPaths(join(fixture.home, '.agent-terminals'), PROTOCOL_VERSION);
    const lockfile = join(directory, 'host-0.json');
    const { pid } = process;
    await writeHostLockfile(lockfile, {
      ...{
        host: 'old',
        pid,
        startTime: readStartTime(pid) ?? '',
        hostname: hostname(),
        version: '0.0.1',
      },
      ...{ socketPath: 'none', token: 'none', protocol: 0, code: directory },
    });
    try {
      writeFileSync(hostedSessionsPath(directory, 'old'), JSON.stringify({ sessions: [id] }));
      const file = JSON.stringify({ pid: NO_PROCESS, token: 'theirs' });
      writeFileSync(hookFile(id), file);
      // The next window does not know the session.
      await reload();
      const { launcher, ptys } = fixture.core;
      for (const start of [
        () => launcher.prepareRestart(id),
        () => launcher.prepareRestart(id, { takeOver: 'always' }),
        () => ptys.startPty({ id, cwd: fixture.folder }),
        () => ptys.startDirectPty({ id, providerId: 'fake', cwd: fixture.folder }),
      ]) {
        await assert.rejects(
          start(),
          (error) =>
            SessionError.is(error, 'SESSION_EXISTS') && /of version 0\.0\.1/.test(error.message),
        );
      }
      assert.equal(launcher.isTakenOver(id), false, 'no other window is asked for it');
      assert.equal(readFileSync(hookFile(id), 'utf8'), file);
    } finally {
      rmSync(lockfile);
    }
    // The id is free once that host has ended.
    (await fixture.core.launcher.prepareRestart(id)).discard();
  });

  it('are in a new task with their label if their own task is lost', async () => {
    const { id, label } = await begin('apples');
    await reload(() => rmSync(join(fixture.home, 'storage', 'tasks.json')));
    const [task] = fixture.core.tasks.list();
    assert.deepEqual([task?.name, task?.conversations[0]?.ptyId], [label, id]);
  });

  it('end when they are killed in the next window', async () => {
    const { id, pid } = await begin('apples');
    await reload();
    await fixture.core.sessions.find(id)?.kill();
    assert.equal(isRunning(pid ?? 0), false);
    assert.equal(conversationOf(fixture.core, id)?.isOpen, false);
    await reload();
    assert.deepEqual(fixture.core.sessions.list(), []);
  });

  it('move to another window and back without an end', async () => {
    const { id, pid } = await begin('apples');
    const other = fixture.openWindow();
    await Promise.all([other.tasks.reload(), other.map.reload(), other.leases.start()]);
    await other.reconnector.whenReconnected();
    assert.deepEqual(other.sessions.list(), [], 'the first window is watched');
    assert.equal(other.reconnector.isRunningElsewhere(id), true);

    assert.equal((await other.reconnector.takeOver(id, 'always'))?.pid, pid);
    assert.equal(fixture.core.sessions.has(id), false);
    assert.equal(fixture.core.leases.owns(id), false);
    assert.equal(conversationOf(fixture.core, id)?.isOpen, true, 'it stays open');
    const seen = await watchIn(other, id);
    await untilShown(seen, 'heard: apples');
    other.sessions.find(id)?.write('figs\r');
    await untilShown(seen, 'heard: figs');

    assert.equal((await fixture.core.reconnector.takeOver(id, 'always'))?.pid, pid);
    assert.equal(other.sessions.has(id), false);
    await untilShown(await watch(id), 'heard: figs');
    await other.shutdown(4000);
    assert.equal(fixture.core.sessions.get(id)?.state !== 'terminated', true);
    assert.equal(readFileSync(hookFile(id), 'utf8').includes('token'), true);
  });

  it('move from a window that is no longer watched', async () => {
    const { id, pid } = await begin('apples');
    fixture.isWatched = false;
    const other = fixture.openWindow();
    await Promise.all([other.tasks.reload(), other.map.reload(), other.leases.start()]);
    await other.reconnector.whenReconnected();
    assert.equal(other.sessions.get(id)?.pid, pid);
    assert.equal(fixture.core.sessions.has(id), false);
    await other.sessions.find(id)?.kill();
    await other.shutdown(4000);
  });
});
