import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer } from 'ws';
import type { ClientError } from '../../../../src/client/clientError';
import { webSocketAttach } from '../../../../src/client/session/webSocketAttach';
import { prove } from '../../../../src/endpoint/proof';
import { formatAddress, type Address } from '../../../../src/endpoint/verifiedConnection';
import { slowdown } from '../../../support/waitFor';

const TOKEN = 'secret';
/** Enough for the proof and the upgrade. */
const OPEN_MS = Math.round(1000 * slowdown());

type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

describe('webSocketAttach', () => {
  let server: Server | undefined;
  /** The server does not close them itself, and they keep this process running. */
  const upgraded: Duplex[] = [];

  afterEach(() => {
    upgraded.splice(0).forEach((socket) => socket.destroy());
    server?.closeAllConnections();
    server?.close();
  });

  /** A window that proves that it has the token, and then receives the upgrade. */
  async function listen(upgrade: Upgrade): Promise<Address> {
    let text = '';
    server = createServer((request, response) => {
      const nonce = new URL(request.url ?? '', 'http://window').searchParams.get('nonce') ?? '';
      response.end(prove(TOKEN, { address: text, nonce }));
    });
    server.on('upgrade', (_, socket) => upgraded.push(socket));
    server.on('upgrade', upgrade);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address: Address = { kind: 'port', port: (server.address() as AddressInfo).port };
    text = formatAddress(address);
    return address;
  }

  async function opener(upgrade: Upgrade) {
    const endpoint = { address: await listen(upgrade), token: TOKEN, folders: [] };
    return webSocketAttach('a-main-t', () => Promise.resolve(endpoint), OPEN_MS);
  }

  it('gives up a window that proves its token and then does not answer', async () => {
    let upgrades = 0;
    const open = await opener((_, socket) => {
      upgrades += 1;
      socket.on('error', () => undefined);
    });
    const error = await new Promise<ClientError>((resolve, reject) => {
      open(undefined, { onBytes: reject, onText: reject, onClose: reject, onRefused: resolve });
    });
    assert.deepEqual(
      [error.code, error.message.includes(`within ${OPEN_MS} ms`), upgrades],
      ['TIMEOUT', true, 1],
    );
  });

  it('has no limit once it is open', async () => {
    const sockets = new WebSocketServer({ noServer: true });
    const open = await opener((request, socket, head) => {
      sockets.handleUpgrade(request, socket, head, (opened) => {
        void sleep(2 * OPEN_MS).then(() => opened.send(Buffer.from('late')));
      });
    });
    const bytes = await new Promise<Uint8Array>((resolve, reject) => {
      open(undefined, { onBytes: resolve, onText: reject, onClose: reject, onRefused: reject });
    });
    assert.equal(Buffer.from(bytes).toString(), 'late');
    sockets.close();
  });
});
