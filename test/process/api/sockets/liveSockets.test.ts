import assert from 'node:assert/strict';
import { once } from 'node:events';
import { API_LIMITS } from '../../../../src/api/limits';
import { ApiServer } from '../../../../src/api/apiServer';
import { LiveSockets } from '../../../../src/api/sockets/liveSockets';
import { nullLogger } from '../../../../src/base/logger';
import WebSocket from 'ws';
import { connect } from 'node:net';
import { callApi } from '../../../support/api/apiClient';
import { atSocket, useSocketDirectory } from '../../../support/api/socketAddress';
import { SeenSocket } from '../../../support/api/useApi';
import { ManualClock } from '../../../support/manualClock';

describe('LiveSockets', function () {
  this.timeout(20_000);
  let server: ApiServer;
  let sockets: LiveSockets;
  let clock: ManualClock;
  const directory = useSocketDirectory();
  let path = '';

  beforeEach(async () => {
    clock = new ManualClock();
    server = new ApiServer({ limits: API_LIMITS, logger: nullLogger, directory: directory.path });
    sockets = new LiveSockets(API_LIMITS, clock);
    server.upgrade = (upgrade) => sockets.open(upgrade, () => {});
    path = await server.start();
  });

  afterEach(() => {
    sockets.dispose();
    server.dispose();
  });

  const open = (options: object = {}): WebSocket =>
    new WebSocket('ws://localhost/', { ...options, createConnection: () => connect(path) });

  it('terminates sockets whose peer is silent, and no others', async () => {
    const silent = new SeenSocket(open({ autoPong: false }));
    const living = new SeenSocket(open());
    await silent.until(({ isOpen }) => isOpen, 'the WebSocket of the silent one');
    await living.until(({ isOpen }) => isOpen, 'the WebSocket of the living one');
    for (let i = 0; i < 3; i++) {
      const pinged = once(living.socket, 'ping');
      clock.advance(API_LIMITS.pingMs);
      await pinged;
      // The server reads this message after the pong, and answers it.
      const answered = once(living.socket, 'pong');
      living.socket.ping();
      await answered;
    }
    await silent.until(({ closed }) => closed, 'the silent one to be closed');
    assert.equal(silent.closed?.code, 1006);
    assert.equal(living.closed, undefined);
  });

  it('closes all with a reason when it is disposed', async () => {
    const seen = new SeenSocket(open());
    await seen.until(({ isOpen }) => isOpen, 'the WebSocket');
    sockets.dispose();
    await seen.until(({ closed }) => closed, 'the close');
    assert.deepEqual(seen.closed, { code: 1011, reason: 'DETACHED' });
  });

  it('refuses an upgrade that is not a valid WebSocket request', async () => {
    for (const headers of [
      { connection: 'upgrade', upgrade: 'h2c' },
      { connection: 'upgrade', upgrade: 'websocket' },
    ]) {
      const { status } = await callApi(atSocket(path, '/'), 'GET', { headers });
      assert.equal(status, 400);
    }
  });
});
