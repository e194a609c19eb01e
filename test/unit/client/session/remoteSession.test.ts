import assert from 'node:assert/strict';
import { ClientError } from '../../../../src/client/clientError';
import { MAX_QUEUED_BYTES } from '../../../../src/client/session/frameQueue';
import { RemoteSession } from '../../../../src/client/session/remoteSession';
import type { SessionOptions } from '../../../../src/client/sessionOptions';
import { FakeSockets } from '../../../support/api/fakeSockets';
import { ManualClock } from '../../../support/manualClock';

const ATTACHED = '{"attached":{"sessionId":"shell-main-x","cols":80,"rows":24}}';

const NO_ASKING = {
  ask: () => assert.fail('no test asks'),
  askStream: () => assert.fail('no test asks'),
};

describe('a remote session', () => {
  let clock: ManualClock;
  let sockets: FakeSockets;
  let events: string[];

  beforeEach(() => {
    clock = new ManualClock();
    sockets = new FakeSockets();
    events = [];
  });

  function create(options: Partial<SessionOptions> = {}): RemoteSession {
    const session = new RemoteSession(
      'shell-main-x',
      {
        onData: (bytes) => events.push(`data ${Buffer.from(bytes).toString('utf8')}`),
        onExit: (code) => events.push(`exit ${code}`),
        onReconnecting: (attempt, max) => events.push(`reconnecting ${attempt}/${max}`),
        onReconnect: () => events.push('reconnected'),
        onClose: (end) => events.push(`close ${end.reason}`),
        ...options,
      },
      { openSocket: sockets.open, clock, asking: NO_ASKING },
    );
    session.opened.catch(() => {});
    return session;
  }

  function open(options: Partial<SessionOptions> = {}): RemoteSession {
    const session = create(options);
    sockets.last.handlers.onText(ATTACHED);
    return session;
  }

  it('attaches with its size, and sends input and changes in order', () => {
    const session = open({ cols: 100, rows: 30 });
    session.write('ls\n');
    session.write(new Uint8Array([3]));
    session.resize({ cols: 120, rows: 40 });
    session.signal('SIGINT');
    assert.deepEqual(sockets.last.size, { cols: 100, rows: 30 });
    assert.deepEqual(sockets.last.sent, [
      'ls\n',
      '\x03',
      '{"resize":{"cols":120,"rows":40}}',
      '{"signal":"SIGINT"}',
    ]);
  });

  /** Refuses the next attempts, which must begin after exactly these delays, in milliseconds. */
  function refuseEach(delays: readonly number[]): void {
    for (const delay of delays) {
      const before = sockets.all.length;
      clock.advance(delay - 1);
      assert.equal(sockets.all.length, before, `nothing before ${delay} ms`);
      clock.advance(1);
      assert.equal(sockets.all.length, before + 1);
      sockets.last.handlers.onRefused(new ClientError('UNREACHABLE', 'Nobody there.'));
    }
  }

  it('retries five times, after 500 ms to 8 s, and is lost once', () => {
    open();
    sockets.last.handlers.onClose(1006, '');
    refuseEach([500, 1000, 2000, 4000, 8000]);
    clock.advance(60_000);
    assert.deepEqual(events, [
      ...[1, 2, 3, 4, 5].map((attempt) => `reconnecting ${attempt}/5`),
      'close lost',
    ]);
    assert.equal(sockets.all.length, 6);
  });

  it('waits at most 8 s before each further attempt', () => {
    open({ reconnect: { maxAttempts: 7, baseDelayMs: 3_000 } });
    sockets.last.handlers.onClose(1006, '');
    refuseEach([3000, 6000, 8000, 8000, 8000, 8000, 8000]);
  });

  it('resets the count of attempts when it is attached again', () => {
    open({ reconnect: { maxAttempts: 2, baseDelayMs: 10 } });
    for (let round = 0; round < 3; round++) {
      sockets.last.handlers.onClose(1011, 'DETACHED');
      clock.advance(10);
      sockets.last.handlers.onText(ATTACHED);
    }
    assert.deepEqual(events, Array(3).fill(['reconnecting 1/2', 'reconnected']).flat());
  });

  it('counts a connection that ends before it is attached as an attempt, and is lost once', () => {
    const session = open({ reconnect: { maxAttempts: 2, baseDelayMs: 10 } });
    sockets.last.handlers.onClose(1006, '');
    for (const delay of [10, 20]) {
      clock.advance(delay);
      session.write('typed');
      sockets.last.handlers.onClose(1011, 'INTERNAL');
    }
    clock.advance(60_000);
    assert.deepEqual(events, ['reconnecting 1/2', 'reconnecting 2/2', 'close lost']);
    assert.deepEqual(
      sockets.all.map(({ sent }) => sent),
      [[], [], []],
    );
  });

  it('sends queued input when it is attached after failed attempts, and before later input', () => {
    const session: RemoteSession = open({ onReconnect: () => session.write('three') });
    sockets.last.handlers.onClose(1006, '');
    session.write('one');
    clock.advance(500);
    session.write('two');
    sockets.last.handlers.onClose(1011, 'INTERNAL');
    clock.advance(1000);
    assert.deepEqual(sockets.last.sent, [], 'nothing before it is attached');
    sockets.last.handlers.onText(ATTACHED);
    sockets.last.handlers.onText(ATTACHED);
    assert.deepEqual(
      sockets.all.map(({ sent }) => sent),
      [[], [], ['one', 'two', 'three']],
    );
  });

  it('sends a size that changed while attaching', () => {
    const session = open({ cols: 80, rows: 24 });
    sockets.last.handlers.onClose(1006, '');
    clock.advance(500);
    session.resize({ cols: 90, rows: 25 });
    sockets.last.handlers.onText(ATTACHED);
    assert.deepEqual(sockets.last.sent, ['{"resize":{"cols":90,"rows":25}}']);
  });

  it('queues input without a connection, sends it once, and attaches with the newest size', () => {
    const session = open({ cols: 80, rows: 24 });
    sockets.last.handlers.onClose(1006, '');
    session.write('one');
    session.resize({ cols: 90, rows: 25 });
    clock.advance(500);
    session.write('two');
    sockets.last.handlers.onText(ATTACHED);
    session.write('three');
    assert.deepEqual(sockets.last.size, { cols: 90, rows: 25 });
    assert.deepEqual(sockets.last.sent, ['one', 'two', 'three']);
    sockets.last.handlers.onClose(1006, '');
    clock.advance(500);
    sockets.last.handlers.onText(ATTACHED);
    assert.deepEqual(sockets.last.sent, []);
  });

  it('refuses a write whole that exceeds the queue’s limit', () => {
    const session = open();
    sockets.last.handlers.onClose(1006, '');
    session.write('x');
    assertCode(() => session.write('y'.repeat(MAX_QUEUED_BYTES)), 'QUEUE_FULL');
    session.write('z'.repeat(MAX_QUEUED_BYTES - 1));
    clock.advance(500);
    sockets.last.handlers.onText(ATTACHED);
    assert.equal(sockets.last.sent.join(''), `x${'z'.repeat(MAX_QUEUED_BYTES - 1)}`);
  });

  it('refuses writes while the other side does not read', () => {
    const session = open();
    sockets.last.bufferedBytes = MAX_QUEUED_BYTES + 1;
    assertCode(() => session.write('x'), 'QUEUE_FULL');
  });

  it('splits a large write into messages that a window accepts', () => {
    open().write('x'.repeat(200_000));
    assert.deepEqual(
      sockets.last.sent.map(({ length }) => length),
      [65_536, 65_536, 65_536, 3_392],
    );
  });

  it('ends at the first lost connection with reconnect: false', () => {
    const session = open({ reconnect: false });
    sockets.last.handlers.onClose(1006, '');
    clock.advance(60_000);
    assert.deepEqual([events, sockets.all.length], [['close lost'], 1]);
    assertCode(() => session.write('x'), 'DETACHED');
  });

  const ends: readonly (readonly [
    string,
    (at: FakeSockets['last']['handlers']) => void,
    string[],
  ])[] = [
    [
      'exit',
      (on) => (on.onText('{"exit":{"exitCode":3}}'), on.onClose(1000, 'exit')),
      ['exit 3', 'close exit'],
    ],
    [
      'exit without a close',
      (on) => (on.onText('{"exit":{"exitCode":0}}'), on.onClose(1006, '')),
      ['exit 0', 'close exit'],
    ],
    ['exit without an exit code', (on) => on.onClose(1000, 'exit'), ['exit null', 'close exit']],
    [
      'kill',
      (on) => (on.onText('{"exit":{"exitCode":137}}'), on.onClose(1000, 'kill')),
      ['exit 137', 'close kill'],
    ],
    ['detach by the other side', (on) => on.onClose(1000, 'detach'), ['close detach']],
    ['policy', (on) => on.onClose(1008, 'RATE_LIMITED'), ['close policy']],
    ['a session that is missing', (on) => on.onClose(1011, 'SESSION_NOT_FOUND'), ['close refused']],
  ];
  for (const [name, end, expected] of ends) {
    it(`is closed for good by ${name}`, () => {
      open();
      end(sockets.last.handlers);
      clock.advance(60_000);
      assert.deepEqual([events, sockets.all.length], [expected, 1]);
    });
  }

  it('ends as refused if an attempt finds no session', () => {
    open();
    sockets.last.handlers.onClose(1006, '');
    clock.advance(500);
    sockets.last.handlers.onRefused(new ClientError('SESSION_NOT_FOUND', 'Gone.'));
    clock.advance(60_000);
    assert.deepEqual(events, ['reconnecting 1/5', 'close refused']);
  });

  it('detaches once: notifies the window, closes, and later calls throw with a next step', () => {
    const session = open();
    session.detach();
    session.detach();
    assert.deepEqual(sockets.last.sent, ['{"detach":true}']);
    assert.deepEqual([sockets.last.isClosed, events], [true, ['close detach']]);
    for (const call of [
      () => session.write('x'),
      () => session.resize({ cols: 1, rows: 1 }),
      () => session.signal('SIGINT'),
    ]) {
      assert.throws(
        call,
        (error) =>
          error instanceof ClientError &&
          error.code === 'DETACHED' &&
          error.message.includes("attach({ sessionId: 'shell-main-x' })"),
      );
    }
  });

  it('does not retry once it was detached, and discards queued input', () => {
    const session = open();
    sockets.last.handlers.onClose(1006, '');
    session.write('x');
    session.detach();
    clock.advance(60_000);
    assert.deepEqual([events, sockets.all.length], [['reconnecting 1/5', 'close detach'], 1]);
  });

  it('throws SESSION_EXITED after the session has ended', () => {
    const session = open();
    sockets.last.handlers.onClose(1000, 'exit');
    assertCode(() => session.write('x'), 'SESSION_EXITED');
  });

  it('tries the first connection again, as later ones, and has then not reconnected', async () => {
    const session = create();
    sockets.last.handlers.onRefused(new ClientError('UNREACHABLE', 'Nobody there.'));
    clock.advance(500);
    sockets.last.handlers.onClose(1011, 'INTERNAL');
    session.write('early');
    clock.advance(1000);
    sockets.last.handlers.onText(ATTACHED);
    await session.opened;
    assert.deepEqual(events, ['reconnecting 1/5', 'reconnecting 2/5']);
    assert.deepEqual([sockets.all.length, sockets.last.sent], [3, ['early']]);
  });

  it('rejects if all attempts of the first connection fail, and at once what a retry cannot resolve', async () => {
    const session = create({ reconnect: { maxAttempts: 1 } });
    sockets.last.handlers.onRefused(new ClientError('UNREACHABLE', 'Nobody there.'));
    clock.advance(500);
    sockets.last.handlers.onRefused(new ClientError('UNREACHABLE', 'Still nobody there.'));
    await assert.rejects(session.opened, { code: 'UNREACHABLE', message: 'Still nobody there.' });
    assert.deepEqual([events, sockets.all.length], [['reconnecting 1/1'], 2]);
    for (const [options, code] of [
      [{ reconnect: false }, 'UNREACHABLE'],
      [{}, 'SESSION_NOT_FOUND'],
    ] as const) {
      const refused = create(options);
      sockets.last.handlers.onRefused(new ClientError(code, 'No.'));
      await assert.rejects(refused.opened, { code });
    }
    clock.advance(60_000);
    assert.equal(sockets.all.length, 4);
  });

  it('reports its end even if that arrives before it is attached', async () => {
    const session = create();
    sockets.last.handlers.onClose(1000, 'kill');
    await session.opened;
    assert.deepEqual(events, ['close kill']);
  });

  for (const size of [
    { cols: 0, rows: 1 },
    { cols: 1.5, rows: 1 },
    { cols: NaN, rows: 1 },
  ]) {
    it(`refuses a size of ${size.cols} x ${size.rows}`, () => {
      assertCode(() => open().resize(size), 'BAD_REQUEST');
      assertCode(() => create(size), 'BAD_REQUEST');
    });
  }
});

function assertCode(call: () => unknown, code: string): void {
  assert.throws(call, (error) => error instanceof ClientError && error.code === code);
}
