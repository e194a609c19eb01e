import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { ApiEvent, EventFeed } from '../../../src/api/eventFeed';
import { eventStream } from '../../../src/api/eventStream';
import { STREAM_BEAT_MS, STREAM_BYTES } from '../../../src/api/limits';
import { Emitter } from '../../../src/base/event';
import { ManualClock } from '../../support/manualClock';

/** A response of Node whose reader reads when the test says so. */
class FakeResponse extends EventEmitter {
  written = '';
  writableLength = 0;
  isDestroyed = false;

  writeHead(): void {}

  flushHeaders(): void {}

  write(bytes: Uint8Array): void {
    this.written += Buffer.from(bytes).toString();
    this.writableLength += bytes.length;
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

  beforeEach(() => {
    clock = new ManualClock();
    response = new FakeResponse();
    events = new Emitter<ApiEvent>();
    const feed = {
      subscribe: (_: unknown, listener: (event: ApiEvent) => void) => events.event(listener),
    };
    // Of both no more is used than is faked.
    const deps = { clock, feed: feed as unknown as EventFeed };
    const access = { folder: 'all', by: 'person' } as const;
    eventStream(deps, access, response as unknown as ServerResponse);
  });

  const say = (data: string): void => events.fire({ type: 'output', sessionId: 'a', data });

  it('tells events as they come, and that it lives where none do', () => {
    say('one');
    clock.advance(STREAM_BEAT_MS);
    clock.advance(STREAM_BEAT_MS);
    assert.equal(
      response.written,
      'event: output\ndata: {"sessionId":"a","data":"one"}\n\n: \n\n: \n\n',
    );
  });

  it('ends for a reader that is too far behind, and leaves nothing', () => {
    say('x'.repeat(STREAM_BYTES));
    assert.deepEqual(
      [response.isDestroyed, events.hasListeners, clock.pendingTimers],
      [true, false, 0],
    );
  });

  it('leaves nothing of a reader that has gone', () => {
    response.emit('close');
    assert.deepEqual([events.hasListeners, clock.pendingTimers], [false, 0]);
  });
});
