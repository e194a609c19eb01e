import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { useApi } from '../../support/api/useApi';
import { waitFor } from '../../support/waitFor';
import { itAsRoot } from '../../support/security/itAsRoot';

const LIMIT_MS = 10_000;

/** The user nobody, who owns no files. */
const NOBODY = 65534;

/** A WebSocket frame as a client sends it, masked with zeros, so that its payload is readable. */
function frame(first: number, lengths: readonly number[], payload: Uint8Array = Buffer.alloc(0)) {
  return Buffer.concat([Buffer.from([first, ...lengths, 0, 0, 0, 0]), payload]);
}

describe('the port on 127.0.0.1', function () {
  this.timeout(60_000);
  const api = useApi('tcp');
  const { call, sh } = api;
  let sockets: Socket[] = [];

  beforeEach(() => {
    sockets = [];
  });

  afterEach(() => sockets.forEach((socket) => socket.destroy()));

  const port = (): number => Number(new URL(api.url).port);

  async function dial(
    host = '127.0.0.1',
  ): Promise<{ socket: Socket; seen: () => string; isOver: () => boolean }> {
    const socket = connect({ port: port(), host, allowHalfOpen: true });
    sockets.push(socket);
    let text = '';
    let isOver = false;
    socket.on('data', (data: Buffer) => (text += data.toString('latin1')));
    socket.on('end', () => (isOver = true));
    socket.on('close', () => (isOver = true));
    await once(socket, 'connect');
    socket.on('error', () => {});
    return { socket, seen: () => text, isOver: () => isOver };
  }

  const requestOf = (path: string, headers: readonly string[] = []): string =>
    [
      `GET ${path} HTTP/1.1`,
      `Host: 127.0.0.1:${port()}`,
      `Authorization: Bearer ${api.token}`,
      ...headers,
      '\r\n',
    ].join('\r\n');

  const upgradeOf = (path: string): string =>
    requestOf(path, [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ]);

  it('listens on 127.0.0.1 only', async () => {
    const others = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ address, internal }) => !internal && !address.startsWith('fe80'))
      .map(({ address }) => address);
    for (const host of ['::1', '127.0.0.2', ...others]) {
      await assert.rejects(dial(host), host);
    }
    await dial();
  });

  it('returns no token in any response', async () => {
    const { id } = await sh('read -r x');
    const { token, folderToken } = api;
    const paths = ['/openapi.json', '/api/sessions', `/api/sessions/${id}`, '/api/providers'];
    for (const path of [...paths, `/api/sessions/${id}/screen`, '/nothing', '/api/sessions/none']) {
      const { text, headers } = await call('GET', path);
      const response = `${text}${JSON.stringify(headers)}`;
      assert.ok(!response.includes(token) && !response.includes(folderToken), path);
    }
    const logged = api.fixture.log.join();
    assert.ok(!logged.includes(token) && !logged.includes(folderToken));
  });

  itAsRoot('stores no token where another user can read it', async () => {
    const file = join(api.windows, readdirSync(api.windows)[0] ?? '');
    chmodSync(api.fixture.home, 0o755);
    chmodSync(dirname(api.windows), 0o755);
    const run = promisify(execFile);
    const as = { uid: NOBODY, gid: NOBODY };
    await run('ls', [dirname(api.windows)], as);
    await assert.rejects(run('cat', [file], as), /Permission denied/);
    await assert.rejects(run('ls', [api.windows], as), /Permission denied/);
  });

  it('cancels the calls of a half-open connection', async () => {
    const { id } = await sh('read -r x');
    const { socket, isOver } = await dial();
    socket.end(requestOf(`/api/sessions/${id}/wait?for=needsInput`));
    await waitFor(isOver, { limitMs: LIMIT_MS, what: 'the wait of a half-open socket to end' });
  });

  it('terminates a half-open WebSocket, and detaches its viewer', async () => {
    const { id } = await sh('read -r x');
    const { socket, seen, isOver } = await dial();
    socket.write(upgradeOf(`/api/sessions/${id}/attach`));
    const viewers = (): number | undefined => api.core.sessions.get(id)?.attachedCount;
    await waitFor(() => seen().includes('"attached"') && viewers() === 1, {
      limitMs: LIMIT_MS,
      what: 'the viewer',
    });
    socket.end();
    await waitFor(() => isOver() && viewers() === 0, {
      limitMs: LIMIT_MS,
      what: 'the viewer of a half-open socket to detach',
    });
  });

  const frames: Readonly<Record<string, Buffer>> = {
    'of 2^63 bytes': frame(0x82, [0xff, 0x80, 0, 0, 0, 0, 0, 0, 0]),
    'of 4 GB': frame(0x82, [0xff, 0, 0, 0, 1, 0, 0, 0, 0]),
    'that is not masked': Buffer.from([0x82, 0x01, 0x78]),
    'of text that is not UTF-8': frame(0x81, [0x82], Buffer.from([0xff, 0xfe])),
    'with an unknown opcode': frame(0x83, [0x80]),
    'with reserved bits': frame(0xf2, [0x80]),
    'that continues no message': frame(0x80, [0x80]),
    'that is a ping of 126 bytes': frame(0x89, [0xfe, 0, 126], Buffer.alloc(126)),
  };
  for (const [what, bytes] of Object.entries(frames)) {
    it(`closes a socket on a frame ${what}, and continues to serve others`, async () => {
      const { id } = await sh('read -r x');
      const { socket, seen, isOver } = await dial();
      socket.write(upgradeOf(`/api/sessions/${id}/attach`));
      await waitFor(() => seen().includes('"attached"'), { limitMs: LIMIT_MS, what: 'the viewer' });
      socket.write(bytes);
      await waitFor(isOver, { limitMs: LIMIT_MS, what: 'the end of the connection' });
      assert.equal(api.core.sessions.get(id)?.attachedCount, 0);
      assert.equal((await call('GET', `/api/sessions/${id}`)).status, 200);
    });
  }

  it('ignores an empty frame, and joins fragments', async () => {
    const { id } = await sh('read -r x; echo "got $x"; read -r x');
    const { socket, seen } = await dial();
    socket.write(upgradeOf(`/api/sessions/${id}/attach`));
    await waitFor(() => seen().includes('"attached"'), { limitMs: LIMIT_MS, what: 'the viewer' });
    socket.write(frame(0x82, [0x80]));
    socket.write(frame(0x02, [0x81], Buffer.from('h')));
    socket.write(frame(0x80, [0x82], Buffer.from('i\r')));
    await waitFor(() => seen().includes('got hi'), { limitMs: LIMIT_MS, what: seen });
  });
});
