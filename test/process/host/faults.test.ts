import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { FoundHost } from '../../../src/host/discovery/hostLockfile';
import { HOST_MARKER_VARIABLE } from '../../../src/host/discovery/hostEnvironment';
import { LastScreens } from '../../../src/host/server/lastScreens';
import { systemClock } from '../../../src/base/clock';
import { isRunning } from '../../support/isRunning';
import { useSessionHost } from '../../support/host/useSessionHost';
import { stressSize } from '../../support/stress';
import { slowdown, waitFor } from '../../support/waitFor';

const LIMIT_MS = 10_000;

/** Between the moments of a start at which it is killed. */
const DELAY_STEP_MS = stressSize({ short: 100, long: 20 });

/** Ignores TERM, HUP and INT, like its child, which has left its process group and session. */
const IGNORES_SIGNALS = `trap '' HUP TERM INT
setsid sh -c "trap '' HUP TERM INT; while :; do sleep 1; done" &
while :; do sleep 1; done`;

describe('a session host that', function () {
  this.timeout(90_000);
  const host = useSessionHost();

  describe('is killed', () => {
    it('ends its programs', async () => {
      const { found, conversation } = await begin();
      const { pid } = await conversation.sh('shell-main-a', 'while :; do sleep 1; done');
      assert.ok(pid);
      await host.kill(found.pid);
      await host.isGone(pid);
    });

    it('leaves programs that ignore signals, which the next search for it ends', async () => {
      const { found, conversation } = await begin();
      await conversation.sh('shell-main-a', IGNORES_SIGNALS);
      await waitFor(() => programsOf(found).length >= 2, {
        limitMs: LIMIT_MS,
        what: 'both programs',
      });
      await host.kill(found.pid);
      const start = performance.now();
      assert.equal(await host.access().find(), undefined);
      assert.deepEqual(programsOf(found), []);
      assert.ok(performance.now() - start < 5000 * slowdown());
    });

    it('is followed by a host that does not reuse the generation of a session', async () => {
      const first = await begin();
      const { generation } = await first.conversation.sh('shell-main-a', 'read line');
      await host.kill(first.found.pid);
      const second = await begin();
      const later = await second.conversation.sh('shell-main-a', 'read line');
      assert.ok(later.generation > generation, `${later.generation} after ${generation}`);
    });

    it('leaves nothing that prevents the next start, at any moment of its own start', async () => {
      for (let delayMs = 0; delayMs <= 200; delayMs += DELAY_STEP_MS) {
        const ensuring = host.access().ensure();
        ensuring.catch(() => undefined);
        const start = performance.now();
        await waitFor(() => performance.now() - start >= delayMs, {
          limitMs: 5000,
          what: 'the delay',
        });
        await Promise.all(hostProcesses().map((pid) => host.kill(pid)));
        await ensuring.catch(() => undefined);
        await Promise.all(hostProcesses().map((pid) => host.kill(pid)));
        await host.enter(await host.ensure());
        await host.kill((await host.ensure()).pid);
      }
      assert.equal(await host.access().find(), undefined);
      const sockets = readdirSync(host.paths.directory).filter((name) => name.endsWith('.sock'));
      assert.deepEqual(sockets, []);
    });

    it('while it starts sessions leaves no program after the next search', async () => {
      const { found, conversation } = await begin();
      await conversation.sh('shell-main-a', IGNORES_SIGNALS);
      for (const number of [1, 2, 3, 4]) {
        conversation.sh(`shell-main-${number}`, IGNORES_SIGNALS).catch(() => undefined);
      }
      await conversation.report().catch(() => undefined);
      await host.kill(found.pid);
      await conversation.isClosed();
      assert.equal(await host.access().find(), undefined);
      assert.deepEqual(programsOf(found), []);
    });
  });

  it('is stopped for a while keeps its sessions', async () => {
    const { found, conversation } = await begin();
    await conversation.sh('shell-main-a', 'while read line; do echo "got $line"; done');
    await conversation.attach('shell-main-a', 1);
    process.kill(found.pid, 'SIGSTOP');
    conversation.type(1, 'one\r');
    assert.equal((await host.access().ensure()).pid, found.pid);
    process.kill(found.pid, 'SIGCONT');
    await conversation.shows(1, 'got one');
  });

  it('receives SIGTERM ends all programs, and stores their screens', async () => {
    const { found, conversation } = await begin();
    conversation.note({
      note: 'limits',
      limits: {
        maxSessions: 10,
        exitedRetentionMs: 1000,
        keepScreensOnDisk: true,
        screenWorker: 'auto',
      },
    });
    await conversation.sh('shell-main-a', `echo last words; ${IGNORES_SIGNALS}`);
    await conversation.attach('shell-main-a', 1);
    await conversation.shows(1, 'last words');
    process.kill(found.pid, 'SIGTERM');
    await host.isGone(found.pid);
    assert.deepEqual(programsOf(found), []);
    const kept = await new LastScreens(host.paths.screens, systemClock).read('shell-main-a');
    assert.match(kept?.text ?? '', /last words/);
  });

  it('receives a request to stop ends all programs, and answers before it ends', async () => {
    const { found, conversation } = await begin();
    const { pid } = await conversation.sh('shell-main-a', 'while :; do sleep 1; done');
    await conversation.stop();
    await host.isGone(found.pid);
    assert.ok(pid && !isRunning(pid));
    assert.equal(await host.access().find(), undefined);
  });

  it('loses a client keeps its sessions', async () => {
    const { found, conversation } = await begin();
    const { pid } = await conversation.sh(
      'shell-main-a',
      'while read line; do echo "got $line"; done',
    );
    await conversation.attach('shell-main-a', 1);
    conversation.socket.destroy();
    const next = await host.enter(found);
    await next.attach('shell-main-a', 1);
    next.type(1, 'one\r');
    await next.shows(1, 'got one');
    assert.ok(pid && isRunning(pid));
  });

  it('holds sessions has a lower score for the OOM killer than they have', async () => {
    const { found, conversation } = await begin();
    const { pid } = await conversation.sh('shell-main-a', 'read line');
    const score = (of: number | null) =>
      Number(readFileSync(`/proc/${of}/oom_score_adj`, 'utf8').trim());
    assert.ok(score(pid) > score(found.pid), `${score(pid)} against ${score(found.pid)}`);
  });

  async function begin() {
    const found = await host.ensure();
    const conversation = host.connect(found);
    const welcome = await conversation.hello(found);
    return { found, conversation, welcome };
  }

  function programsOf({ host: name }: FoundHost): readonly number[] {
    return pids().filter((pid) => read(pid, 'environ').includes(`${HOST_MARKER_VARIABLE}=${name}`));
  }

  /** The processes of session hosts with this test's home. */
  function hostProcesses(): readonly number[] {
    return pids().filter((pid) => read(pid, 'cmdline').includes(`--home\0${host.home}\0`));
  }

  function pids(): readonly number[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  }

  function read(pid: number, file: string): string {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      // It has ended in the meantime.
      return '';
    }
  }
});
