import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nullLogger } from '../../../../src/base/logger';
import { HELLO, PING, PROTOCOL_VERSION } from '../../../../src/host/protocol/calls';
import { Peer } from '../../../../src/host/protocol/peer';
import { HostServer } from '../../../../src/host/server/hostServer';
import { CLIENT_MESSAGE_BYTES, MAX_CONNECTIONS } from '../../../../src/host/server/limits';
import { SessionTouches } from '../../../../src/host/server/sessionTouches';
import { specOf, useSessionManager } from '../../../support/pty/useSessionManager';
import { waitFor } from '../../../support/waitFor';

const LIMIT_MS = 5000;

describe('HostServer', () => {
  let server: HostServer;
  let touches: SessionTouches;
  let listening: Server;
  let directory = '';
  const sockets: Socket[] = [];
  afterEach(() => {
    sockets.splice(0).forEach((socket) => socket.destroy());
    server.dispose();
    touches.dispose();
    listening.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const fixture = useSessionManager();
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'agent-terminals-server-'));
    touches = new SessionTouches(fixture.manager, fixture.clock);
    server = new HostServer({
      ...{ sessions: fixture.manager, clock: fixture.clock, touches, token: 't' },
      logger: nullLogger,
      identity: {
        ...{ pid: 1, version: '1.2.3', protocol: PROTOCOL_VERSION, host: 'h', startedAt: '' },
      },
      create: (spec) => fixture.manager.create(spec),
      setLimits() {},
      stop: () => Promise.resolve(),
    });
    listening = createServer();
    server.serve(listening);
    listening.listen(join(directory, 'socket'));
  });

  it('closes the connection of a client that does not read its notes, and continues for others', async () => {
    await fixture.manager.create(specOf('a'));
    await enter();
    sockets[0]?.pause();
    let received = 0;
    const other = await enter();
    other.onDidReceive(() => received++);
    for (let count = 0; count < 40; count++) {
      const label = `${count}${'x'.repeat(CLIENT_MESSAGE_BYTES / 20)}`;
      fixture.manager.find('a')?.relabel(label);
      const before = received;
      await waitFor(() => received > before, { limitMs: LIMIT_MS, what: 'the note of the other' });
    }
    await waitFor(() => server.clientCount === 1, {
      limitMs: LIMIT_MS,
      what: 'the end of the connection',
    });
    await other.calls.sendRequest(PING.method, {});
  });

  it('has no timer once all clients are gone', async () => {
    const peer = await enter();
    peer.dispose();
    await waitFor(() => server.clientCount === 0, { limitMs: LIMIT_MS, what: 'no client' });
    assert.equal(fixture.clock.pendingTimers, 0);
  });

  it('limits the number of connections, and accepts another one when one is closed', async () => {
    for (let count = 0; count < MAX_CONNECTIONS; count++) {
      sockets.push(connect(join(directory, 'socket')));
    }
    await waitFor(() => server.clientCount === MAX_CONNECTIONS, {
      limitMs: LIMIT_MS,
      what: 'all connections',
    });
    const surplus = connect(join(directory, 'socket'));
    surplus.resume();
    await new Promise((resolve) => surplus.once('close', resolve));
    sockets[0]?.destroy();
    await waitFor(() => server.clientCount < MAX_CONNECTIONS, { limitMs: LIMIT_MS, what: 'room' });
    await enter();
  });

  async function enter(): Promise<Peer> {
    const socket = connect(join(directory, 'socket'));
    sockets.push(socket);
    const peer = new Peer(socket);
    peer.listen();
    const hello = { token: 't', protocol: PROTOCOL_VERSION, version: '1', pid: 7 };
    await peer.calls.sendRequest(HELLO.method, hello);
    return peer;
  }
});
