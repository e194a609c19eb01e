import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { ClientError } from '../../../src/client/clientError';
import { webSocketAttach } from '../../../src/client/session/webSocketAttach';
import { prove } from '../../../src/endpoint/proof';
import { formatAddress, type Address } from '../../../src/endpoint/verifiedConnection';

const TOKEN = 'secret';
const OPEN_MS = 50;

describe('webSocketAttach', () => {
  let server: Server | undefined;

  afterEach(() => server?.close());

  /** A process that proves that it has the token, and then answers nothing. */
  async function listen(): Promise<Address> {
    let text = '';
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', (head) => {
        const nonce = /nonce=(\w+)/.exec(head.toString())?.[1] ?? '';
        socket.write(`HTTP/1.1 200 OK\r\n\r\n${prove(TOKEN, { address: text, nonce })}`);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address: Address = { kind: 'port', port: (server.address() as AddressInfo).port };
    text = formatAddress(address);
    return address;
  }

  it('gives up a window that proves its token and then does not answer', async () => {
    const endpoint = { address: await listen(), token: TOKEN, folders: [] };
    const error = await new Promise<ClientError>((resolve, reject) => {
      const open = webSocketAttach('a-main-t', () => Promise.resolve(endpoint), OPEN_MS);
      open(undefined, { onBytes: reject, onText: reject, onClose: reject, onRefused: resolve });
    });
    assert.deepEqual(
      [error.code, error.message.includes(`within ${OPEN_MS} ms`)],
      ['TIMEOUT', true],
    );
  });
});
