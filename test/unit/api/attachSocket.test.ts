import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { AttachSocket } from '../../../src/api/attachSocket';
import { STALLED_MS, VIEWER_BYTES } from '../../../src/api/limits';
import type { Attachment, AttachOptions } from '../../../src/pty/sessionService';
import { FakeSessions, sessionInfo } from '../../support/fakeSessions';
import { ManualClock } from '../../support/manualClock';

/** A WebSocket whose other end reads when the test says so. */
class FakeWebSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  isPaused = false;
  readonly sent: string[] = [];
  closing: { readonly code: number; readonly reason: string } | undefined;
  private waiting: (() => void)[] = [];

  send(data: string | Uint8Array, _options?: object, done: () => void = () => {}): void {
    this.sent.push(Buffer.from(data as Uint8Array).toString());
    this.bufferedAmount += data.length;
    this.waiting.push(done);
  }

  /** The other end reads all that was sent. */
  read(): void {
    const { waiting } = this;
    this.waiting = [];
    this.bufferedAmount = 0;
    waiting.forEach((done) => done());
  }

  pause(): void {
    this.isPaused = true;
  }

  resume(): void {
    this.isPaused = false;
  }

  close(code: number, reason: string): void {
    this.closing ??= { code, reason };
    this.readyState = 3;
  }
}

const ID = 'ada-main-t1';
const FLOOD = Buffer.alloc(VIEWER_BYTES + 1, 'x');

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

  async function attach(): Promise<{
    attachment: (typeof sessions.attachments)[0];
    write: (bytes: Uint8Array) => void;
  }> {
    const deps = {
      clock,
      sessions: {
        attach: (id: string, options: AttachOptions): Promise<Attachment> =>
          sessions.attach(id, options),
        signal: () => {},
      },
    };
    const wish = { session: sessionInfo({ id: ID }), size: undefined, scrollback: undefined };
    // Only what is faked is used.
    await new AttachSocket(deps, socket as unknown as WebSocket, wish).start();
    const attachment = sessions.attachments[0] ?? assert.fail('Nobody attached.');
    const write = (bytes: Uint8Array): void => attachment.options.onBytes?.(bytes);
    return { attachment, write };
  }

  it('tells that it is attached, draws the screen, then passes bytes on', async () => {
    const { write } = await attach();
    write(Buffer.from('live'));
    assert.deepEqual(socket.sent, [
      JSON.stringify({ attached: { sessionId: ID, cols: 80, rows: 24 } }),
      'the screen',
      'live',
    ]);
    assert.equal(socket.isPaused, false);
  });

  it('sends one that is behind nothing, then draws all anew once it has read, and goes on', async () => {
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

  it('drops one that is behind and reads nothing for long, and detaches it', async () => {
    const { attachment, write } = await attach();
    write(FLOOD);
    clock.advance(STALLED_MS - 1);
    assert.equal(socket.closing, undefined);
    clock.advance(1);
    assert.deepEqual(socket.closing, { code: 1008, reason: 'RATE_LIMITED' });
    assert.equal(attachment.disposed, true);
  });

  it('lets the first drawing be as long as it is', async () => {
    sessions.drawn = 'x'.repeat(VIEWER_BYTES * 2);
    const { attachment } = await attach();
    assert.equal(attachment.isBehind, false);
  });

  for (const [isKilled, reason] of [
    [false, 'exit'],
    [true, 'kill'],
  ] as const) {
    it(`closes with ${reason} where isKilled is ${isKilled}`, async () => {
      const { attachment } = await attach();
      attachment.options.onExit(
        sessionInfo({ id: ID, state: 'terminated', exitCode: 1, isKilled }),
      );
      assert.deepEqual(JSON.parse(socket.sent.at(-1) ?? ''), {
        exit: { exitCode: 1, signal: null, agentExitCode: null },
      });
      assert.deepEqual(socket.closing, { code: 1000, reason });
    });
  }

  it('says why where nobody can attach, and lets go of one that went meanwhile', async () => {
    const session = sessionInfo({ id: 'no-main-x' });
    const deps = {
      clock,
      sessions: {
        attach: (id: string, options: AttachOptions) => sessions.attach(id, options),
        signal: () => {},
      },
    };
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
