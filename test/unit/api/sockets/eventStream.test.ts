import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { ApiError } from '../../../../src/operations/apiError';
import type { ApiEvent, EventFeed } from '../../../../src/api/events/eventFeed';
import { eventStream } from '../../../../src/api/sockets/eventStream';
import { CLOSE_MS, STREAM_HEARTBEAT_MS, STREAM_BYTES } from '../../../../src/api/limits';
import { Emitter } from '../../../../src/base/event';
import { ManualClock } from '../../../support/manualClock';

/** A response of Node whose reader does not read. */
class FakeResponse extends EventEmitter {
  written = '';
  writableLength = 0;
  writableEnded = false;
  isDestroyed = false;

  writeHead(): void {}

  flushHeaders(): void {}

  write(bytes: Uint8Array): void {
    this.written += Buffer.from(bytes).toString();
    this.writableLength += bytes.length;
  }

  end(bytes: Uint8Array): void {
    this.write(bytes);
    this.writableEnded = true;
  }

  destroy(): void {
    this.isDestroyed = true;
    this.emit('close');
  }
}

describe('eventStream', () => {
  let clock: ManualClock;
  let response: FakeResponse;
  let events: Emitter<ApiEvent>;
  let connection: AbortController;

  beforeEach(() => {
    clock = new ManualClock();
    response = new FakeResponse();
    events = new Emitter<ApiEvent>();
    const feed = {
      subscribe: (_: unknown, listener: (event: ApiEvent) => void) => events.event(listener),
    };
    // eventStream uses only the members that are faked.
    const deps = { clock, feed: feed as unknown as EventFeed };
    const access = { folder: 'all', by: 'person' } as const;
    connection = new AbortController();
    eventStream(deps, { access, signal: connection.signal }, response as unknown as ServerResponse);
  });

  const fireOutput = (data: string): void => events.fire({ type: 'output', sessionId: 'a', data });

  it('sends events as they occur, and heartbeats without events', () => {
    fireOutput('one');
    clock.advance(STREAM_HEARTBEAT_MS);
    clock.advance(STREAM_HEARTBEAT_MS);
    assert.equal(
      response.written,
      'event: output\ndata: {"sessionId":"a","data":"one"}\n\n: \n\n: \n\n',
    );
  });

  it('ends for a reader that is too far behind, and keeps no listener', () => {
    fireOutput('x'.repeat(STREAM_BYTES));
    assert.deepEqual(
      [response.isDestroyed, events.hasListeners, clock.pendingTimers],
      [true, false, 0],
    );
  });

  it('sends the reason when the access ends, then no event, and disconnects a caller that stays', () => {
    connection.abort(new ApiError('NOT_FOUND', 'It is off.'));
    fireOutput('one');
    const error = '{"code":"NOT_FOUND","message":"It is off."}';
    assert.equal(response.written, `event: error\ndata: ${error}\n\n`);
    assert.equal(response.isDestroyed, false);
    clock.advance(CLOSE_MS);
    assert.deepEqual(
      [response.isDestroyed, events.hasListeners, clock.pendingTimers],
      [true, false, 0],
    );
  });

  it('keeps no listener after the reader has disconnected', () => {
    response.emit('close');
    connection.abort(new ApiError('NOT_FOUND', 'It is off.'));
    assert.equal(response.written, '');
    assert.deepEqual([events.hasListeners, clock.pendingTimers], [false, 0]);
  });
});
