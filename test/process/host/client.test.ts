import { requireSession } from '../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import type { HostClient } from '../../../src/host/client/hostClient';
import type { SessionEvent } from '../../../src/pty/sessionService';
import { createClient } from '../../support/host/hostedSessions';
import { isRunning } from '../../support/isRunning';
import { programSpec } from '../../support/pty/realPty';
import { createViewer, feed, stateOf } from '../../support/pty/terminalState';
import { useSessionHost } from '../../support/host/useSessionHost';
import { specOf } from '../../support/pty/useSessionManager';
import { slowdown, waitFor } from '../../support/waitFor';

const LIMIT_MS = 20_000;

describe('HostClient of a real session host', function () {
  this.timeout(60_000);
  const hosts = useSessionHost();
  let clients: HostClient[];

  beforeEach(() => (clients = []));
  afterEach(() => clients.forEach((client) => client.dispose()));

  /** Another window. */
  const open = (): HostClient => {
    const client = createClient(hosts.access());
    clients.push(client);
    return client;
  };
  const sh = async (client: HostClient, id: string, script: string) => {
    const program = programSpec('/bin/sh', ['-c', script]);
    const session = await client.create(specOf(id, { afterExit: 'keep', program, folder: 'f' }));
    await hosts.note();
    return session;
  };
  const until = (what: string, condition: () => boolean | Promise<boolean>) =>
    waitFor(condition, { limitMs: LIMIT_MS, what });
  const shows = (client: HostClient, id: string, words: string) =>
    until(`${id} to show ${words}`, async () =>
      (await requireSession(client, id).text()).includes(words),
    );
  const hostPid = (client: HostClient): number => {
    assert.ok(client.host, 'a host is known');
    return client.host.pid;
  };

  it('reports an unresponsive host within eleven seconds, rejects requests, and continues later', async () => {
    const client = open();
    const health: string[] = [];
    client.onDidChangeHealth(({ state }) => health.push(state));
    await sh(client, 'a', 'stty -echo; echo ready; cat');
    await shows(client, 'a', 'ready');
    const pid = hostPid(client);
    health.length = 0;
    process.kill(pid, 'SIGSTOP');
    const stopped = performance.now();
    const asked = requireSession(client, 'a').text();
    requireSession(client, 'a').write('typed meanwhile\n');
    await assert.rejects(asked, (error) => SessionError.is(error, 'TIMEOUT'));
    assert.ok(performance.now() - stopped < 11_500 * slowdown(), 'the request is rejected in time');
    assert.deepEqual(health.splice(0), ['unresponsive']);
    await assert.rejects(requireSession(client, 'a').screen(), (error) =>
      SessionError.is(error, 'TIMEOUT'),
    );
    await assert.rejects(sh(client, 'b', 'cat'), (error) => SessionError.is(error, 'TIMEOUT'));
    assert.ok(client.get('a') !== undefined, 'the session is kept');
    process.kill(pid, 'SIGCONT');
    await until('the host to be responsive', () => client.health.state === 'responsive');
    await shows(client, 'a', 'typed meanwhile');
    assert.deepEqual(health, ['responsive']);
  });

  describe('that is killed', () => {
    const steps = {
      'while a session starts': (client: HostClient) => sh(client, 'b', 'cat'),
      'while it receives input': (client: HostClient) => {
        requireSession(client, 'a').write('typed'.repeat(100_000));
        return Promise.resolve();
      },
    } as const;
    for (const [when, step] of Object.entries(steps)) {
      it(`${when}, reports the loss of its sessions, and continues with the next host`, async () => {
        const client = open();
        await sh(
          client,
          'a',
          'i=0; while [ $i -lt 2000 ]; do echo row $i; i=$((i + 1)); done; cat',
        );
        await shows(client, 'a', 'row 1999');
        const events: SessionEvent[] = [];
        client.onDidChange((event) => events.push(event));
        let exits = 0;
        const attachment = await requireSession(client, 'a').attach({
          onData() {},
          onExit: () => exits++,
        });
        attachment.redraw('all', () => {});
        const { pid } = client.get('a') ?? {};
        const outcome = step(client).then(
          () => 'done',
          (error: unknown) => (SessionError.is(error) ? error.code : String(error)),
        );
        process.kill(hostPid(client), 'SIGKILL');
        assert.match(await outcome, /^(done|SESSION_EXITED|SESSION_NOT_FOUND)$/);
        await until('the loss', () => client.health.state === 'gone');
        const ends = events.filter(({ type }) => type === 'exit' || type === 'removed');
        const ofA = ends.filter(({ session }) => session.id === 'a').map(({ type }) => type);
        assert.deepEqual([ofA, exits, client.list()], [['exit', 'removed'], 1, []]);
        await sh(client, 'a', 'echo next; cat');
        await shows(client, 'a', 'next');
        await until('the end of the lost program', () => !pid || !isRunning(pid));
      });
    }
  });

  it('keeps the session of a window that is reloaded while its terminal is drawn', async () => {
    const first = open();
    const rows = 'i=0; while [ $i -lt 5000 ]; do echo "row $i"; i=$((i + 1)); done';
    await sh(first, 'a', `stty -echo; ${rows}; while read line; do echo "$line"; done`);
    await shows(first, 'a', 'row 4999');
    for (let reload = 0; reload < 10; reload++) {
      const window = open();
      await window.connect();
      const drawing = requireSession(window, 'a')
        .attach(quiet())
        .catch(() => undefined);
      if (reload % 2 === 0) {
        await drawing;
      }
      window.dispose();
      await drawing;
    }
    const last = open();
    await last.connect();
    await until('all viewers to detach', () => last.get('a')?.attachedCount === 0);
    requireSession(last, 'a').write('still here\n');
    await shows(last, 'a', 'still here');
    const [one, other] = [await stateSeenBy(first), await stateSeenBy(last)];
    assert.deepEqual(one, other);
  });

  /** The state of a terminal in that window once it is drawn. */
  async function stateSeenBy(client: HostClient): Promise<unknown> {
    const viewer = createViewer({ cols: 80, rows: 24 }, 1000);
    const onData = (data: string): void => feed(viewer, data);
    const attachment = await requireSession(client, 'a').attach({ onData, onExit() {} });
    attachment.dispose();
    const state = stateOf(viewer);
    viewer.dispose();
    return state;
  }
});

function quiet() {
  return { onData() {}, onExit() {} };
}
