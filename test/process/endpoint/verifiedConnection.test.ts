import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { type Address, verifiedConnection } from '../../../src/endpoint/verifiedConnection';

const LIMIT_MS = 20;

describe('verifiedConnection', () => {
  let server: Server | undefined;

  afterEach(() => server?.close());

  async function listen(): Promise<Address> {
    server = createServer((socket) => socket.on('error', () => undefined).resume());
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { kind: 'port', port: (server.address() as AddressInfo).port };
  }

  it('gives up a process that accepts the connection and does not answer', async () => {
    const address = await listen();
    const error = await new Promise((resolve) => {
      verifiedConnection({ address, token: 'secret' }, LIMIT_MS)({}, resolve);
    });
    assert.match(String(error), /it did not answer in time/);
  });
});
