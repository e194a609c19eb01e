import assert from 'node:assert/strict';
import { API_LIMITS } from '../../../../src/api/limits';
import { ApiServer } from '../../../../src/api/apiServer';
import { LiveSockets } from '../../../../src/api/sockets/liveSockets';
import { systemClock } from '../../../../src/base/clock';
import { nullLogger } from '../../../../src/base/logger';
import WebSocket from 'ws';
import { callApi } from '../../../support/api/apiClient';
import { SeenSocket } from '../../../support/api/useApi';

const PING_MS = 50;

describe('LiveSockets', function () {
  this.timeout(20_000);
  let server: ApiServer;
  let sockets: LiveSockets;
  let url = '';

  beforeEach(async () => {
    const limits = { ...API_LIMITS, pingMs: PING_MS };
    server = new ApiServer(limits, nullLogger);
    sockets = new LiveSockets(limits, systemClock);
    server.upgrade = (upgrade) => sockets.open(upgrade, () => {});
    url = `ws://127.0.0.1:${await server.start()}/`;
  });

  afterEach(() => {
    sockets.dispose();
    server.dispose();
  });

  it('terminates sockets whose peer is silent, and no others', async () => {
    const silent = new SeenSocket(new WebSocket(url, { autoPong: false }));
    const living = new SeenSocket(new WebSocket(url));
    let pings = 0;
    living.socket.on('ping', () => pings++);
    await silent.until(({ closed }) => closed, 'the silent one to be closed');
    await living.until(() => pings > 3, 'pings');
    assert.equal(silent.closed?.code, 1006);
    assert.equal(living.closed, undefined);
  });

  it('closes all with a reason when it is disposed', async () => {
    const seen = new SeenSocket(new WebSocket(url));
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
      const { status } = await callApi(url.replace('ws', 'http'), 'GET', { headers });
      assert.equal(status, 400);
    }
  });
});
