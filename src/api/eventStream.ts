import type { Clock } from '../base/clock';
import { DisposableStore } from '../base/lifecycle';
import { Timer } from '../base/timer';
import type { Access } from './access';
import type { EventFeed } from './eventFeed';
import { STREAM_BEAT_MS, STREAM_BYTES } from './limits';
import { formatSse, SSE_BEAT, SSE_HEADERS } from './sse';

export interface EventStreamDeps {
  readonly feed: EventFeed;
  readonly clock: Clock;
}

/** What happens in sessions as server-sent events. A caller that reads too slowly is dropped. */
export function eventStream({ feed, clock }: EventStreamDeps, access: Access): Response {
  const store = new DisposableStore();
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (bytes: Uint8Array): void => {
          if (store.isDisposed) {
            return;
          }
          if ((controller.desiredSize ?? 0) <= 0) {
            store.dispose();
            controller.error(new Error('The reader of the events is too slow.'));
            return;
          }
          controller.enqueue(bytes);
        };
        const timer = store.add(new Timer(clock));
        const beat = (): void => {
          send(SSE_BEAT);
          timer.start(STREAM_BEAT_MS, beat);
        };
        timer.start(STREAM_BEAT_MS, beat);
        store.add(
          feed.subscribe(access, ({ type, ...event }) =>
            send(formatSse(type, 'session' in event ? event.session : event)),
          ),
        );
      },
      cancel: () => store.dispose(),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: STREAM_BYTES }),
  );
  return new Response(stream, { headers: SSE_HEADERS });
}
