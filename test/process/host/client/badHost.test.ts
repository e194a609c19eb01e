import { requireSession } from '../../../../src/pty/sessionBackend';
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SessionError } from '../../../../src/base/errors';
import type { HostClient } from '../../../../src/host/client/hostClient';
import type { FoundHost } from '../../../../src/host/discovery/hostAccess';
import {
  ATTACH,
  CREATE,
  HELLO,
  ONCE_FILES,
  type WireWelcome,
} from '../../../../src/host/protocol/calls';
import type { Frame } from '../../../../src/host/protocol/frame';
import { toWireSession, type WireMessage } from '../../../../src/host/protocol/wire';
import { Peer } from '../../../../src/host/protocol/peer';
import { initialSessionInfo } from '../../../../src/pty/session/initialSessionInfo';
import { createClient, TestHost } from '../../../support/host/hostedSessions';
import { specOf } from '../../../support/pty/useSessionManager';
import { useHostClient } from '../../../support/host/useHostClient';
import { waitFor } from '../../../support/waitFor';

const SESSION = toWireSession({
  ...initialSessionInfo(specOf('a'), 1, ''),
  state: 'active',
  pid: 1,
});
const WELCOME: WireWelcome = {
  ...{ pid: 1, version: '9.9.9', protocol: 1, capabilities: ['newer'], host: 'h', startedAt: '' },
  ...{ typedSeq: 0, sessions: [SESSION] },
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
      ...{ pid: 1, socketPath: join(directory, 's'), token: 't', version: '9.9.9', host: 'h' },
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

  it('has another version, uses it and stores its capabilities', async () => {
    const client = open();
    await client.connect();
    assert.deepEqual(
      [client.host?.version, client.host?.capabilities, client.get('a') !== undefined],
      ['9.9.9', ['newer'], true],
    );
  });

  for (const [what, words] of [
    ['uses another protocol', { ...WELCOME, protocol: 2 }],
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
      (_peer, socket) => socket.write(Buffer.from('0900000063', 'hex')),
    ],
    ['a frame that is too long', (_peer, socket) => socket.write(Buffer.alloc(32, 0xff))],
  ] as const satisfies readonly (readonly [string, (peer: Peer, socket: Socket) => void])[]) {
    it(`sends ${what}, connects again and keeps its sessions`, async () => {
      const client = open();
      await client.connect();
      const [peer, socket] = [peers[0], sockets[0]];
      assert.ok(peer && socket);
      spoil(peer, socket);
      socket.write(Buffer.alloc(9));
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

  for (const [what, capabilities, isWritten] of [
    ['writes no files for programs, has them written by the window', ['newer'], true],
    ['writes files for programs, has none written by the window', [ONCE_FILES], false],
  ] as const) {
    it(what, async () => {
      const onceFile = { path: join(directory, 'once', 'file'), text: 'n0nce' };
      const later = { path: join(directory, 'once', 'later'), text: 'f4llback' };
      let texts: readonly (string | undefined)[] = [];
      greet = (peer) => {
        welcome(peer, { ...WELCOME, capabilities });
        peer.calls.onRequest(CREATE, ({ id }) => {
          texts = [onceFile, later].map(({ path }) =>
            existsSync(path) ? readFileSync(path, 'utf8') : undefined,
          );
          return { ...SESSION, id };
        });
      };
      const spec = specOf('b');
      const { exec, program } = spec;
      const fallback = { exec, program: { ...program, onceFile: later }, notice: 'It failed.' };
      await open().create({ ...spec, program: { ...program, onceFile }, fallback });
      assert.deepEqual(texts, isWritten ? ['n0nce\n', 'f4llback\n'] : [undefined, undefined]);
    });
  }

  describe('numbers its frames,', () => {
    let shown: string[];
    let asked: { readonly redraw: number; readonly scope: string }[];
    const send = (kind: Frame['kind'], seq: number, text: string) =>
      peers[0]?.send({ kind, stream: 1, seq, content: Buffer.from(text) });

    beforeEach(async () => {
      [shown, asked] = [[], []];
      greet = (peer) => {
        welcome(peer, WELCOME);
        peer.calls.onRequest(ATTACH, () => null);
        peer.onDidReceive((frame) => {
          const received = JSON.parse(
            Buffer.from(frame.content).toString(),
          ) as (typeof asked)[number];
          if ('redraw' in received) {
            asked.push(received);
          }
        });
      };
      const client = open();
      await client.connect();
      await requireSession(client, 'a').attach({ onData: (data) => shown.push(data), onExit() {} });
    });

    it('shows each frame once', async () => {
      send('drawing', 1, 'drawn');
      [2, 2, 1, 3].forEach((seq) => send('output', seq, `o${seq}`));
      await until('the last', () => shown.includes('o3'));
      assert.deepEqual(shown, ['drawn', 'o2', 'o3']);
    });

    it('requests a redraw for a missing frame, and shows no output before it', async () => {
      send('drawing', 1, 'drawn');
      send('output', 5, 'lost');
      send('output', 6, 'lost, too');
      await until('the request', () => asked.length === 1);
      const { redraw = 0, scope } = asked[0] ?? {};
      note({ note: 'redrawn', stream: 1, redraw });
      send('drawing', 7, 'anew');
      send('output', 8, 'after');
      await until('the last', () => shown.includes('after'));
      assert.deepEqual([shown, scope], [['drawn', 'anew', 'after'], 'all']);
    });

    it('shows a drawing that follows a gap without a request', async () => {
      send('output', 1, Buffer.from('€').subarray(0, 1).toString('latin1'));
      note({ note: 'gap', stream: 1 });
      send('drawing', 2, 'anew');
      send('output', 3, 'after');
      await until('the last', () => shown.includes('after'));
      assert.deepEqual(shown.slice(-2), ['anew', 'after']);
    });
  });

  const note = (message: WireMessage): void => peers[0]?.sendMessage(message);
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
  peer.calls.onRequest(HELLO, () => words as WireWelcome);
  peer.listen();
}

function sendText(peer: Peer | undefined, kind: Frame['kind'], text: string): void {
  peer?.send({ kind, stream: 0, seq: 0, content: Buffer.from(text) });
}

function isSentence(error: unknown, code: 'SPAWN_FAILED' | 'ILLEGAL_STATE'): boolean {
  assert.ok(SessionError.is(error, code), String(error));
  assert.match(error.message, /^[A-Z][^\n]*[^.]\.$/);
  return true;
}
