import assert from 'node:assert/strict';
import { existsSync, rmSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { SessionHosting } from '../../../src/host/sessionHosting';
import type { HostClient } from '../../../src/host/client/hostClient';
import { createClient } from '../../support/hostedSessions';
import { isRunning } from '../../support/isRunning';
import { programSpec } from '../../support/realPty';
import { useSessionHost } from '../../support/useSessionHost';
import { specOf } from '../../support/useSessionManager';

describe('SessionHosting, of a session host that runs,', function () {
  this.timeout(60_000);
  const host = useSessionHost();
  let client: HostClient;
  let hosting: SessionHosting;

  beforeEach(() => {
    client = createClient(host.access());
    hosting = new SessionHosting({
      client,
      tmux: { list: () => Promise.resolve([]), kill: () => Promise.resolve() },
      isDirectory: existsSync,
      endProcess: (pid) => void process.kill(pid, 'SIGKILL'),
    });
  });
  afterEach(() => client.dispose());

  it('ends it, and has another one at once where that is asked for', async () => {
    const { pid } = await host.ensure();
    assert.equal(await pidNow(), pid);
    for (let round = 0, before = pid; round < 3; round++) {
      await hosting.stop();
      assert.ok(!isRunning(before), 'the stop settled before its end');
      await hosting.start();
      await host.note();
      const now = await pidNow();
      assert.ok(now !== undefined && now !== before, `no host after round ${round}`);
      before = now;
    }
  });

  it('says that there is none, before one is started and once it is stopped', async () => {
    assert.deepEqual(await hosting.state(), { kind: 'none' });
    await hosting.start();
    await host.note();
    const { pid } = await host.ensure();
    const state = await hosting.state();
    assert.ok(state.kind === 'answers');
    assert.deepEqual([state.report.pid, state.report.sessions], [pid, 0]);
    await hosting.stop();
    assert.deepEqual(await hosting.state(), { kind: 'none' });
    assert.ok(!existsSync(host.place.entry));
  });

  it('ends those whose directories are gone, whoever began them', async () => {
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
    assert.deepEqual(await hosting.listStrays(), []);
    rmSync(workDir, { recursive: true });
    const [stray, ...more] = await hosting.listStrays();
    assert.ok(stray);
    assert.deepEqual([stray.id, more], ['shell-main-a', []]);
    await hosting.endSession(stray);
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
