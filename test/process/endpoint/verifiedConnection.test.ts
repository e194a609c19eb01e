import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import {
  type Address,
  UnprovenPeerError,
  verifiedConnection,
} from '../../../src/endpoint/verifiedConnection';

const LIMIT_MS = 20;

describe('verifiedConnection', () => {
  let server: Server | undefined;

  afterEach(() => server?.close());

  async function listen(answer = ''): Promise<Address> {
    server = createServer((socket) => {
      socket.on('error', () => undefined).resume();
      socket.write(answer);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { kind: 'port', port: (server.address() as AddressInfo).port };
  }

  it('accepts no proof of a process that answers that it was too late', async () => {
    const answers = ['408 Request Timeout', '401 Unauthorized'];
    const errors = [];
    for (const answer of answers) {
      const address = await listen(`HTTP/1.1 ${answer}\r\nConnection: close\r\n\r\n`);
      const failed = new Promise((resolve) => {
        verifiedConnection({ address, token: 'secret' })({}, resolve);
      });
      errors.push(await failed);
      server?.close();
    }
    const [late, wrong] = errors;
    assert.deepEqual(
      [late instanceof UnprovenPeerError, wrong instanceof UnprovenPeerError],
      [false, true],
    );
    assert.match(String(late), /it did not read the request in time/);
  });

  it('gives up a process that accepts the connection and does not answer', async () => {
    const address = await listen();
    const error = await new Promise((resolve) => {
      verifiedConnection({ address, token: 'secret' }, LIMIT_MS)({}, resolve);
    });
    assert.match(String(error), /it did not answer in time/);
  });
});
