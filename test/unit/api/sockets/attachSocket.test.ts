import assert from 'node:assert/strict';
import type { WebSocket } from 'ws';
import { ApiError } from '../../../../src/operations/apiError';
import { AttachSocket } from '../../../../src/api/sockets/attachSocket';
import { STALLED_MS, VIEWER_WATERMARKS } from '../../../../src/api/limits';
import type { Dimensions } from '../../../../src/pty/ptyProcess';
import type { SessionInfo } from '../../../../src/pty/sessionService';
import { FakeSessions, sessionInfo } from '../../../support/pty/fakeSessions';
import { FakeWebSocket } from '../../../support/api/fakeWebSocket';
import { ManualClock } from '../../../support/manualClock';

const ID = 'ada-main-t1';
const FLOOD = Buffer.alloc(VIEWER_WATERMARKS.high + 1, 'x');

describe('AttachSocket', () => {
  let sessions: FakeSessions;
  let socket: FakeWebSocket;
  let clock: ManualClock;

  beforeEach(() => {
    sessions = new FakeSessions();
    sessions.put(sessionInfo({ id: ID }));
    sessions.drawn = 'the screen';
    socket = new FakeWebSocket();
    clock = new ManualClock();
  });

  async function attach(size?: Dimensions): Promise<{
    attachment: (typeof sessions.attachments)[0];
    viewer: AttachSocket;
    write: (bytes: Uint8Array) => void;
  }> {
    const deps = { clock, sessions };
    const wish = { session: sessionInfo({ id: ID }), size, scrollback: undefined };
    // AttachSocket uses only the members that are faked.
    const viewer = new AttachSocket(deps, socket as unknown as WebSocket, wish);
    await viewer.start();
    const attachment = sessions.attachments[0] ?? assert.fail('There is no attachment.');
    const write = (bytes: Uint8Array): void => attachment.options.onBytes?.(bytes);
    return { attachment, viewer, write };
  }

  it('sends attached, then the screen, then the bytes of the output', async () => {
    const { write } = await attach();
    write(Buffer.from('live'));
    assert.deepEqual(socket.sent, [
      JSON.stringify({ attached: { sessionId: ID, cols: 80, rows: 24 } }),
      'the screen',
      'live',
    ]);
    assert.equal(socket.isPaused, false);
  });

  it('sends nothing to a viewer that is behind, then redraws the screen once it has read, and continues', async () => {
    const { attachment, write } = await attach();
    write(FLOOD);
    assert.equal(attachment.isBehind, true);
    const { length } = socket.sent;
    write(Buffer.from('dropped'));
    assert.equal(socket.sent.length, length);
    assert.equal(attachment.redraws.length, 0);
    socket.read();
    assert.deepEqual(
      attachment.redraws.map(({ scope }) => scope),
      ['all'],
    );
    attachment.redraws.at(0)?.give('redrawn');
    write(Buffer.from('live'));
    assert.deepEqual(socket.sent.slice(length), ['redrawn', 'live']);
    clock.advance(STALLED_MS);
    assert.equal(socket.closing, undefined);
  });

  it('disconnects and detaches a viewer that is behind and reads nothing for 30 s', async () => {
    const { attachment, write } = await attach();
    write(FLOOD);
    clock.advance(STALLED_MS - 1);
    write(Buffer.from('dropped'));
    assert.equal(socket.closing, undefined);
    clock.advance(1);
    assert.deepEqual(socket.closing, { code: 1008, reason: 'RATE_LIMITED' });
    assert.equal(attachment.disposed, true);
  });

  it('ignores keystrokes that arrive after a refusal', async () => {
    const { attachment, viewer } = await attach();
    viewer.refuse(new ApiError('NOT_FOUND', 'It is off.'));
    assert.deepEqual(socket.closing, { code: 1008, reason: 'NOT_FOUND' });
    socket.emit('message', Buffer.from('late'), true);
    assert.deepEqual([attachment.written, attachment.disposed], ['', true]);
  });

  const EXIT = { exit: { exitCode: 1, signal: null, agentExitCode: null } };

  /** The program ends: by itself, unless `how` states otherwise. */
  function exit(
    { options }: (typeof sessions.attachments)[0],
    how: Partial<Pick<SessionInfo, 'isKilled' | 'isLost' | 'persistence'>> = {},
  ): void {
    options.onExit(sessionInfo({ id: ID, state: 'terminated', exitCode: 1, ...how }));
  }

  for (const [isKilled, reason] of [
    [false, 'exit'],
    [true, 'kill'],
  ] as const) {
    it(`closes with ${reason} if isKilled is ${isKilled}, once all output was read`, async () => {
      const { attachment, write } = await attach();
      write(Buffer.from('the end'));
      exit(attachment, { isKilled });
      assert.deepEqual([socket.sent.at(-1), socket.closing], ['the end', undefined]);
      socket.read();
      assert.deepEqual(JSON.parse(socket.sent.at(-1) ?? ''), EXIT);
      assert.deepEqual(socket.closing, { code: 1000, reason });
      assert.deepEqual([attachment.disposed, clock.pendingTimers], [true, 0]);
    });
  }

  it('closes at once if all output was read before the exit', async () => {
    const { attachment } = await attach();
    socket.read();
    exit(attachment);
    assert.deepEqual(socket.closing, { code: 1000, reason: 'exit' });
  });

  it('draws the last screen for a viewer that is behind at the exit, and closes once it was read', async () => {
    const { attachment, write } = await attach();
    write(FLOOD);
    exit(attachment);
    assert.equal(attachment.redraws.length, 1);
    attachment.redraws[0]?.give('THE END');
    assert.deepEqual([socket.sent.at(-1), socket.closing], ['THE END', undefined]);
    socket.read();
    assert.deepEqual(JSON.parse(socket.sent.at(-1) ?? ''), EXIT);
    assert.deepEqual(socket.closing, { code: 1000, reason: 'exit' });
  });

  it('disconnects a viewer that reads nothing for 30 s after the exit, with the reason', async () => {
    const { attachment, write } = await attach();
    write(FLOOD);
    exit(attachment);
    attachment.redraws[0]?.give('THE END');
    clock.advance(STALLED_MS);
    assert.deepEqual(socket.closing, { code: 1008, reason: 'RATE_LIMITED' });
    assert.ok(!socket.sent.includes(JSON.stringify(EXIT)));
  });

  it('draws the last screen of a lost session that stays in the list', async () => {
    const { attachment, write } = await attach();
    write(FLOOD);
    exit(attachment, { isLost: true, persistence: 'window' });
    socket.read();
    assert.equal(attachment.redraws.length, 1);
  });

  for (const [what, how, reason] of [
    ['it was killed', { isKilled: true }, 'kill'],
    ['its host is gone', { isLost: true, persistence: 'host' }, 'exit'],
  ] as const) {
    it(`does not wait for the screen of a session that is removed at once: ${what}`, async () => {
      const { attachment, write } = await attach();
      write(FLOOD);
      exit(attachment, how);
      socket.read();
      assert.equal(attachment.redraws.length, 0);
      assert.deepEqual(socket.closing, { code: 1000, reason });
    });
  }

  it('ignores input for a session that has ended, and sends its exit', async () => {
    const { attachment } = await attach();
    exit(attachment);
    socket.emit('message', Buffer.from('keys'), true);
    socket.emit('message', Buffer.from('no JSON'), false);
    assert.deepEqual([attachment.written, socket.closing], ['', undefined]);
    socket.read();
    assert.deepEqual(socket.closing, { code: 1000, reason: 'exit' });
  });

  for (const [what, size, isTerminal] of [
    ['a terminal if it has a size', { cols: 90, rows: 30 }, true],
    [
      'no terminal without a size, as it would not answer the queries of the program',
      undefined,
      false,
    ],
  ] as const) {
    it(`is ${what}`, async () => {
      const { options } = (await attach(size)).attachment;
      assert.deepEqual([options.isTerminal, options.dimensions], [isTerminal, size]);
    });
  }

  it('closes with the error if attaching fails, and detaches a viewer that closed meanwhile', async () => {
    const session = sessionInfo({ id: 'no-main-x' });
    const deps = { clock, sessions };
    const wish = { session, size: undefined, scrollback: undefined };
    await new AttachSocket(deps, socket as unknown as WebSocket, wish).start();
    assert.deepEqual(socket.closing, { code: 1011, reason: 'SESSION_NOT_FOUND' });
    socket = new FakeWebSocket();
    let give = (): void => {};
    sessions.attachDelay = new Promise((resolve) => (give = resolve));
    const attaching = attach();
    socket.readyState = 3;
    socket.emit('close');
    give();
    assert.equal((await attaching).attachment.disposed, true);
  });
});
