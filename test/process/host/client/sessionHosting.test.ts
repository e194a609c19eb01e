import assert from 'node:assert/strict';
import { existsSync, renameSync, rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSameProcess } from '../../../../src/base/isSameProcess';
import { readStartTime } from '../../../../src/base/readStartTime';
import { hostedSessionsPath } from '../../../../src/host/discovery/hostedSessionsFile';
import { displacedLockfile, hostPaths } from '../../../../src/host/discovery/hostPaths';
import { listOtherHosts } from '../../../../src/host/discovery/otherHosts';
import { PROTOCOL_VERSION } from '../../../../src/host/protocol/calls';
import { SessionHosting } from '../../../../src/host/client/sessionHosting';
import type { HostClient } from '../../../../src/host/client/hostClient';
import { createClient } from '../../../support/host/hostedSessions';
import { programSpec } from '../../../support/pty/realPty';
import { useSessionHost } from '../../../support/host/useSessionHost';
import { waitFor } from '../../../support/waitFor';
import { specOf } from '../../../support/pty/useSessionManager';

describe('SessionHosting of a running session host', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  let client: HostClient;
  let hosting: SessionHosting;

  beforeEach(() => {
    client = createClient(host.access());
    hosting = new SessionHosting({
      client,
      tmux: { list: () => Promise.resolve([]), kill: () => Promise.resolve() },
      listOthers: () => listOtherHosts(host.paths, client.host?.host),
      isDirectory: existsSync,
      endOther: () => assert.fail('endOther() is not called'),
      endProcess: (pid) => void process.kill(pid, 'SIGKILL'),
    });
  });
  afterEach(() => client.dispose());

  it('stops it, and starts another one at once', async () => {
    const { pid } = await host.ensure();
    assert.equal(await pidNow(), pid);
    for (let round = 0, before = pid; round < 3; round++) {
      const process = { pid: before, startTime: readStartTime(before) };
      await hosting.stop();
      assert.ok(!isSameProcess(process), 'the stop settled before its end');
      await hosting.start();
      await host.note();
      const now = await pidNow();
      assert.ok(now !== undefined && now !== before, `no host after round ${round}`);
      before = now;
    }
  });

  it('reports no host before one is started and once it is stopped', async () => {
    assert.deepEqual(await hosting.state(), { kind: 'none' });
    await hosting.start();
    await host.note();
    const { pid } = await host.ensure();
    const state = await hosting.state();
    assert.ok(state.kind === 'answers');
    assert.deepEqual([state.report.pid, state.report.sessions], [pid, 0]);
    await hosting.stop();
    assert.deepEqual(await hosting.state(), { kind: 'none' });
    assert.ok(!existsSync(host.paths.lockfile));
  });

  it('lists hosts of another protocol with their sessions, but neither its own nor one that is gone', async () => {
    const { pid, host: name } = await host.ensure();
    const expected = { host: name, pid, version: '1.2.3', protocol: PROTOCOL_VERSION };
    const conversation = await host.enter(await host.ensure());
    await conversation.sh('shell-main-a', 'read line');
    assert.deepEqual(await hosting.listOthers(), []);
    // As a window of the next protocol sees it.
    const next = hostPaths(host.home, PROTOCOL_VERSION + 1);
    assert.deepEqual(await listOtherHosts(next), [{ ...expected, sessions: ['shell-main-a'] }]);
    await conversation.kill('shell-main-a');
    assert.deepEqual((await listOtherHosts(next))[0]?.sessions, []);
    await host.kill(pid);
    assert.deepEqual(await listOtherHosts(next), []);
    await host.access().find();
    assert.ok(!existsSync(hostedSessionsPath(host.paths.directory, name)));
    writeFileSync(hostedSessionsPath(host.paths.directory, 'forgotten'), '{}');
    await host.ensure();
    assert.ok(!existsSync(hostedSessionsPath(host.paths.directory, 'forgotten')));
  });

  it('lists the replacement of its host, and the replaced one once it uses the replacement', async () => {
    const first = await host.ensure();
    await client.connect();
    await (await host.enter(first)).sh('shell-main-a', 'read line');
    const other = await host.enter(first);
    process.kill(first.pid, 'SIGSTOP');
    renameSync(host.paths.directory, `${host.paths.directory}.away`);
    const second = await host.ensure();
    await (await host.enter(second)).sh('shell-main-b', 'read line');
    process.kill(first.pid, 'SIGCONT');
    other.dispose();
    const beside = displacedLockfile(host.paths, first.host);
    await waitFor(() => existsSync(beside), { limitMs: 20_000, what: 'its other lock file' });
    const listed = async (): Promise<unknown> =>
      (await hosting.listOthers()).map(({ pid, sessions }) => ({ pid, sessions }));
    assert.deepEqual(await listed(), [{ pid: second.pid, sessions: ['shell-main-b'] }]);
    client.dispose();
    client = createClient(host.access());
    assert.deepEqual(await hosting.listOthers().then(([one]) => one?.pid), first.pid);
  });

  it('ends a session whose directory is gone, even one of another window', async () => {
    await host.ensure();
    const other = createClient(host.access());
    const workDir = join(host.home, 'gone');
    mkdirSync(workDir);
    for (const [id, cwd] of [
      ['shell-main-a', workDir],
      ['shell-main-b', host.home],
    ] as const) {
      const program = { ...programSpec('/bin/sh', ['-c', 'read line']), cwd };
      await other.create(specOf(id, { persistence: 'host', program }));
    }
    await client.connect();
    assert.deepEqual(await hosting.listWithoutDirectory(), []);
    rmSync(workDir, { recursive: true });
    const [found, ...more] = await hosting.listWithoutDirectory();
    assert.ok(found);
    assert.deepEqual([found.id, more], ['shell-main-a', []]);
    await hosting.endSession(found);
    assert.deepEqual(
      client.listAll().map(({ id }) => id),
      ['shell-main-b'],
    );
    other.dispose();
  });

  async function pidNow(): Promise<number | undefined> {
    const state = await hosting.state();
    return state.kind === 'answers' ? state.report.pid : undefined;
  }
});
