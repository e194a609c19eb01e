import assert from 'node:assert/strict';
import type { WebSocket } from 'ws';
import { ApiError } from '../../../../src/operations/apiError';
import type { ApiEvent, EventFeed } from '../../../../src/api/events/eventFeed';
import { serveEvents } from '../../../../src/api/sockets/eventSocket';
import { PROMPTS_AT_ONCE } from '../../../../src/api/limits';
import { Emitter } from '../../../../src/base/event';
import { FakeWebSocket } from '../../../support/api/fakeWebSocket';

describe('serveEvents', () => {
  let socket: FakeWebSocket;
  let connection: AbortController;
  let events: Emitter<ApiEvent>;
  let prompts: { readonly prompt: string; readonly take: () => void }[];

  beforeEach(() => {
    socket = new FakeWebSocket();
    connection = new AbortController();
    events = new Emitter<ApiEvent>();
    prompts = [];
    const feed = {
      subscribe: (_: unknown, listener: (event: ApiEvent) => void) => events.event(listener),
    };
    const prompt = (call: { readonly input: { readonly prompt: string } }) =>
      new Promise<void>((resolve) => prompts.push({ prompt: call.input.prompt, take: resolve }));
    const access = { folder: 'all', by: 'person' } as const;
    // serveEvents uses only the members that are faked.
    serveEvents(
      { feed: feed as unknown as EventFeed, prompt },
      { access, signal: connection.signal },
      socket as unknown as WebSocket,
    );
  });

  const sendPrompt = (prompt: string): unknown =>
    socket.emit(
      'message',
      Buffer.from(JSON.stringify({ type: 'session.prompt', sessionId: 'a', prompt })),
    );

  /** Runs the callbacks of promises that have settled. */
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

  const codes = (): readonly string[] =>
    socket.sent.map((text) => (JSON.parse(text) as { error: { code: string } }).error.code);

  it('refuses prompts beyond the limit, and accepts more once one has ended', async () => {
    Array.from({ length: PROMPTS_AT_ONCE + 2 }, (_, index) => sendPrompt(`n${index}`));
    await settle();
    assert.equal(prompts.length, PROMPTS_AT_ONCE);
    assert.deepEqual(codes(), ['RATE_LIMITED', 'RATE_LIMITED']);
    prompts[0]?.take();
    await settle();
    sendPrompt('one more');
    await settle();
    assert.equal(prompts.at(-1)?.prompt, 'one more');
    assert.equal(codes().length, 2);
    assert.equal(socket.closing, undefined);
  });

  it('closes when the access ends, and then neither accepts nor sends messages', async () => {
    connection.abort(new ApiError('SESSION_USER_MISMATCH', 'It may not.'));
    assert.deepEqual(socket.closing, { code: 1008, reason: 'SESSION_USER_MISMATCH' });
    sendPrompt('late');
    events.fire({ type: 'output', sessionId: 'a', data: 'late' });
    await settle();
    assert.deepEqual([prompts, socket.sent], [[], []]);
  });

  it('keeps no listener after the socket was closed', () => {
    socket.emit('close');
    assert.equal(events.hasListeners, false);
  });
});
