import assert from 'node:assert/strict';
import { PROTOCOL_VERSION } from '../../../src/host/protocol/calls';
import type { FoundHost } from '../../../src/host/discovery/hostLockfile';
import type { HostConversation } from '../../support/host/hostConversation';
import { useSessionHost } from '../../support/host/useSessionHost';

describe('messages to a session host', function () {
  this.timeout(60_000);
  let found: FoundHost;
  let other: HostConversation;

  /** The other connections and the sessions continue after each test. */
  afterEach(async () => {
    other.type(1, 'hello\r');
    await other.shows(1, 'heard hello');
    assert.equal((await other.report()).pid, found.pid);
  });
  const host = useSessionHost();
  beforeEach(async () => {
    found = await host.ensure();
    other = await host.enter(found);
    await other.sh('shell-main-a', 'read line; echo "heard $line"; read line');
    await other.attach('shell-main-a', 1);
  });

  describe('before authentication', () => {
    it('close the connection: a wrong token', async () => {
      const part = found.token.slice(0, -1);
      for (const token of ['', 'x', 'the same length as a token is, but not it', part]) {
        const conversation = host.connect(found);
        await assert.rejects(conversation.hello({ token }), /token does not belong/);
        await conversation.isClosed();
      }
    });

    it('close the connection: another protocol', async () => {
      const conversation = host.connect(found);
      const greeting = conversation.hello(found, PROTOCOL_VERSION + 1);
      await assert.rejects(greeting, /uses protocol 2, not 3/);
      await conversation.isClosed();
    });

    it('close the connection: a call', async () => {
      for (const [method, params] of [
        ['report', {}],
        ['kill', { id: 'shell-main-a' }],
        ['text', { id: 'shell-main-a' }],
        ['stop', {}],
        ['create', {}],
      ] as const) {
        const conversation = host.connect(found);
        await assert.rejects(conversation.call(method, params), Error, method);
        await conversation.isClosed();
      }
    });

    it('close the connection: a note', async () => {
      const conversation = host.connect(found);
      conversation.note({ note: 'signal', id: 'shell-main-a', signal: 'SIGKILL' });
      await conversation.isClosed();
    });

    it('close the connection: none at all', async () => {
      const conversation = host.connect(found);
      await conversation.isClosed();
    });

    it('close the connection: a first frame above its limit', async () => {
      const conversation = host.connect(found);
      conversation.socket.write(Buffer.concat([length(1024 * 1024), Buffer.alloc(200_000)]));
      await conversation.isClosed();
    });
  });

  describe('after authentication', () => {
    const cases: readonly ((conversation: HostConversation) => void)[] = [
      // Frames that are too short, of no bytes, of 4 GB and of an unknown kind.
      ({ socket }) => socket.write(length(3)),
      ({ socket }) => socket.write(length(0)),
      ({ socket }) => socket.write(length(0xffff_ffff)),
      ({ socket }) => socket.write(Buffer.concat([length(5), Buffer.alloc(5, 99)])),
      (one) => one.send('rpc', '{"jsonrpc'),
      (one) => one.send('rpc', '[1, 2]'),
      (one) => one.send('note', 'x'),
      (one) => one.send('note', 'null'),
      (one) => one.send('note', '{"note":"acknowledge","stream":"x"}'),
      (one) => one.send('note', '{"note":"attach","id":"x","stream":-1}'),
      // Only hosts send output.
      (one) => one.send('output', 'x'),
    ];
    it('close the connection if they are none that a client sends', async () => {
      for (const send of cases) {
        const conversation = await host.enter(found);
        send(conversation);
        await conversation.isClosed();
      }
    });

    it('close the connection: half a frame, then the end of the stream', async () => {
      const conversation = await host.enter(found);
      conversation.socket.end(Buffer.concat([length(500), Buffer.alloc(100)]));
      await conversation.isClosed();
    });

    it('keep the connection open if a newer client sends unknown notes, calls and fields', async () => {
      const conversation = await host.enter(found);
      conversation.send('note', '{"note":"dance","speed":3}');
      conversation.send('note', '{"note":"acknowledge","stream":7,"bytes":3,"mood":"good"}');
      await assert.rejects(conversation.call('dance', {}), /Unhandled method dance/);
      const shaded = { shade: 'blue', label: 'b' };
      const info = await conversation.sh('shell-main-b', 'read line', shaded);
      assert.equal(info.id, 'shell-main-b');
      assert.equal((await conversation.report()).clients, 2);
    });

    it('are rejected with an error code if they are calls with invalid parameters', async () => {
      const conversation = await host.enter(found);
      await assert.rejects(conversation.call('create', { id: 'x' }), hasCode('BAD_REQUEST'));
      await assert.rejects(conversation.call('text', { id: '' }), hasCode('BAD_REQUEST'));
      await assert.rejects(conversation.attach('shell-main-zz', 9), hasCode('SESSION_NOT_FOUND'));
      await assert.rejects(
        conversation.create('shell-main-b', { file: '/nowhere', args: [], cwd: '/', env: {} }),
        hasCode('CLI_NOT_FOUND'),
      );
      await assert.rejects(
        conversation.create('shell-main-b', {
          file: '/bin/sh',
          args: [],
          cwd: '/nowhere',
          env: {},
        }),
        hasCode('CWD_NOT_FOUND'),
      );
      await assert.rejects(conversation.sh('shell-main-a', ''), hasCode('SESSION_EXISTS'));
    });

    it('are ignored for a session that is gone', async () => {
      const conversation = await host.enter(found);
      await conversation.sh('shell-main-b', 'read line');
      await conversation.attach('shell-main-b', 1);
      await conversation.kill('shell-main-b');
      conversation.type(1, 'nobody');
      conversation.note({ note: 'resizeViewer', stream: 1, dimensions: { cols: 9, rows: 9 } });
      conversation.note({ note: 'fallBehind', stream: 1 });
      conversation.note({ note: 'redraw', stream: 1, scope: 'all' });
      assert.equal((await conversation.report()).clients, 2);
    });

    it('are ignored for unknown streams and sessions', async () => {
      const conversation = await host.enter(found);
      conversation.note({ note: 'redraw', stream: 5, scope: 'all' });
      conversation.note({ note: 'detach', stream: 5 });
      conversation.note({
        note: 'resize',
        id: 'x',
        dimensions: { cols: Number.MAX_VALUE, rows: -1 },
      });
      conversation.note({ note: 'watch', id: 'x', stream: 5 });
      conversation.note({ note: 'unwatch', stream: 5 });
      conversation.type(5, 'nobody');
      assert.equal((await conversation.report()).clients, 2);
    });
  });

  function length(bytes: number): Buffer {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(bytes);
    return head;
  }

  function hasCode(code: string) {
    return (error: unknown): boolean => {
      assert.ok(error instanceof Error && 'data' in error, String(error));
      assert.deepEqual(error.data, { code });
      return true;
    };
  }
});
