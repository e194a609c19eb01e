import { requireSession } from '../../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionError } from '../../../../src/base/errors';
import type { HostClient } from '../../../../src/host/client/hostClient';
import type { FoundHost } from '../../../../src/host/discovery/hostLockfile';
import { HELLO, PROTOCOL_VERSION, type Welcome } from '../../../../src/host/protocol/calls';
import type { Frame } from '../../../../src/host/protocol/frame';
import type { HostMessage } from '../../../../src/host/protocol/messages';
import { Peer } from '../../../../src/host/protocol/peer';
import { initialSessionInfo } from '../../../../src/pty/session/initialSessionInfo';
import type { Attachment, SessionInfo } from '../../../../src/pty/sessionService';
import { createClient, TestHost } from '../../../support/host/hostedSessions';
import { specOf } from '../../../support/pty/useSessionManager';
import { useHostClient } from '../../../support/host/useHostClient';
import { waitFor } from '../../../support/waitFor';

const SESSION: SessionInfo = {
  ...initialSessionInfo(specOf('a'), 1, ''),
  state: 'active',
  pid: 1,
};
const WELCOME: Welcome = {
  ...{ pid: 1, version: '9.9.9', protocol: PROTOCOL_VERSION, host: 'h', startedAt: '' },
  sessions: [SESSION],
};

describe('HostClient, of a host that', () => {
  let directory: string;
  let server: Server;
  let found: FoundHost;
  let clients: HostClient[];
  let sockets: Socket[];
  let peers: Peer[];
  /** How the host answers a new connection. */
  let greet: (peer: Peer, socket: Socket) => void;

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'bad-host-'));
    found = {
      ...{ pid: 1, startTime: '', socketPath: join(directory, 's'), token: 't' },
      ...{ version: '9.9.9', host: 'h' },
    };
    [clients, sockets, peers] = [[], [], []];
    greet = (peer) => welcome(peer, WELCOME);
    server = createServer((socket) => {
      const peer = new Peer(socket);
      sockets.push(socket);
      peers.push(peer);
      greet(peer, socket);
    });
    await new Promise<void>((resolve) => server.listen(found.socketPath, resolve));
  });
  afterEach(() => {
    clients.forEach((client) => client.dispose());
    peers.forEach((peer) => peer.dispose());
    server.close();
    rmSync(directory, { recursive: true });
  });

  const open = (): HostClient => {
    const access = {
      find: () => Promise.resolve(found),
      ensure: () => Promise.resolve(found),
      isAlive: () => true,
    };
    const client = createClient(access);
    clients.push(client);
    return client;
  };
  const until = (what: string, condition: () => boolean) =>
    waitFor(condition, { limitMs: 5000, what });

  it('has another version, uses it, and ignores fields that it does not know', async () => {
    greet = (peer) => welcome(peer, { ...WELCOME, mood: 'good' });
    const client = open();
    await client.connect();
    assert.deepEqual([client.host, client.get('a')], [WELCOME, SESSION]);
  });

  for (const [what, words] of [
    ['uses another protocol', { ...WELCOME, protocol: PROTOCOL_VERSION + 1 }],
    ['answers with null', null],
    ['answers with invalid data', { pid: 'one', sessions: 7 }],
    ['has invalid sessions', { ...WELCOME, sessions: [{ ...SESSION, state: 'odd' }] }],
  ] as const) {
    it(`${what}, rejects with one sentence`, async () => {
      greet = (peer) => welcome(peer, words);
      const client = open();
      await assert.rejects(client.connect(), (error) => isSentence(error, 'SPAWN_FAILED'));
      assert.deepEqual([client.list(), client.health.state], [[], 'none']);
      await assert.rejects(client.create(specOf('b')), (error) =>
        isSentence(error, 'SPAWN_FAILED'),
      );
      assert.equal(sockets.length, 2, 'one connection per request');
    });
  }

  for (const [what, spoil] of [
    ['a note that is not JSON', (peer) => sendText(peer, 'note', '{')],
    ['an invalid note', (peer) => sendText(peer, 'note', '{"note":"event","event":7}')],
    ['an invalid call', (peer) => sendText(peer, 'rpc', '[]')],
    [
      'a frame of an unknown kind',
      (_peer, socket) => socket.write(Buffer.from('0500000063', 'hex')),
    ],
    ['a frame that is too long', (_peer, socket) => socket.write(Buffer.alloc(32, 0xff))],
  ] as const satisfies readonly (readonly [string, (peer: Peer, socket: Socket) => void])[]) {
    it(`sends ${what}, connects again and keeps its sessions`, async () => {
      const client = open();
      await client.connect();
      const [peer, socket] = [peers[0], sockets[0]];
      assert.ok(peer && socket);
      spoil(peer, socket);
      socket.write(Buffer.alloc(5));
      await until('another connection', () => peers.length === 2 && client.host !== undefined);
      assert.ok(client.get('a') !== undefined);
    });
  }

  it('sends an unknown note, ignores it and handles the next one', async () => {
    const client = open();
    await client.connect();
    sendText(peers[0], 'note', '{"note":"weather","rain":true}');
    note({ note: 'event', event: { type: 'changed', session: { ...SESSION, label: 'New' } } });
    await until('the label', () => client.get('a')?.label === 'New');
    assert.equal(peers.length, 1);
  });

  describe('sends a viewer', () => {
    let shown: string[];
    let asked: { readonly note: string }[];
    let attachment: Attachment;
    const send = (kind: Frame['kind'], text: string | Uint8Array) =>
      peers[0]?.send({ kind, stream: 1, content: Buffer.from(text) });

    beforeEach(async () => {
      [shown, asked] = [[], []];
      greet = (peer) => {
        welcome(peer, WELCOME);
        peer.onDidReceive(({ content }) => {
          const received = JSON.parse(Buffer.from(content).toString()) as (typeof asked)[number];
          asked.push(received);
          if (received.note === 'attach') {
            note({ note: 'attached', stream: 1 });
          }
        });
      };
      const client = open();
      await client.connect();
      attachment = await requireSession(client, 'a').attach({
        onData: (data) => shown.push(data),
        onExit() {},
      });
    });

    it('output that it has not asked to be redrawn, shows it in order', async () => {
      send('drawing', 'drawn');
      send('output', Buffer.from('€').subarray(0, 1));
      send('drawing', 'again');
      send('output', 'after');
      await until('the last', () => shown.includes('after'));
      assert.deepEqual(shown, ['drawn', 'again', 'after']);
    });

    it('output before the drawing that it has requested, shows the drawing only', async () => {
      attachment.fallBehind();
      attachment.redraw('all', (screen) => shown.push(`[${screen}]`));
      await until('the request', () => asked.some(({ note: name }) => name === 'redraw'));
      send('output', 'missed');
      send('drawing', 'missed, too');
      send('redrawn', 'whole');
      send('output', 'after');
      await until('the last', () => shown.includes('after'));
      assert.deepEqual(shown, ['[whole]', 'after']);
    });
  });

  const note = (message: HostMessage): void => peers[0]?.sendMessage(message);
});

describe('HostClient with a wrong token', () => {
  const fixture = useHostClient();

  it('rejects with one sentence', async () => {
    const strict = new TestHost(fixture.held.backend, { token: 'another' });
    const client = createClient(strict);
    await assert.rejects(
      client.connect(),
      (error) => isSentence(error, 'SPAWN_FAILED') && /token/.test(String(error)),
    );
    client.dispose();
    strict.dispose();
  });
});

function welcome(peer: Peer, words: object | null): void {
  peer.calls.onRequest(HELLO.method, () => words);
  peer.listen();
}

function sendText(peer: Peer | undefined, kind: Frame['kind'], text: string): void {
  peer?.send({ kind, stream: 0, content: Buffer.from(text) });
}

function isSentence(error: unknown, code: 'SPAWN_FAILED' | 'ILLEGAL_STATE'): boolean {
  assert.ok(SessionError.is(error, code), String(error));
  assert.match(error.message, /^[A-Z][^\n]*[^.]\.$/);
  return true;
}
