import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Clock } from '../../base/clock';
import { DisposableStore } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { formatApiError, toApiError } from '../http/apiError';
import type { EventFeed } from '../sessions/eventFeed';
import { CLOSE_MS, STREAM_BEAT_MS, STREAM_BYTES } from '../limits';
import { formatSse, SSE_BEAT, SSE_HEADERS } from '../http/sse';
import type { Connection } from '../auth/connections';

export interface EventStreamDeps {
  readonly feed: EventFeed;
  readonly clock: Clock;
}

/**
 * What happens in sessions, as server-sent events: on Node's own response, which says how much of
 * it waits. A caller that reads too slowly is dropped; one that may stay no longer is told why by a
 * last event `error`.
 */
export function eventStream(
  { feed, clock }: EventStreamDeps,
  { access, signal }: Pick<Connection, 'access' | 'signal'>,
  outgoing: ServerResponse,
): Response {
  const store = new DisposableStore();
  const send = (bytes: Uint8Array): void => {
    outgoing.write(bytes);
    if (outgoing.writableLength > STREAM_BYTES) {
      store.dispose();
      outgoing.destroy();
    }
  };
  const timer = store.add(new Timer(clock));
  const beat = (): void => {
    send(SSE_BEAT);
    timer.start(STREAM_BEAT_MS, beat);
  };
  const refuse = (): void => {
    outgoing.end(formatSse('error', formatApiError(toApiError(signal.reason).error).error));
    timer.start(CLOSE_MS, () => outgoing.destroy());
  };
  outgoing.on('close', () => store.dispose());
  signal.addEventListener('abort', refuse, { once: true });
  store.add({ dispose: () => signal.removeEventListener('abort', refuse) });
  outgoing.writeHead(200, SSE_HEADERS);
  outgoing.flushHeaders();
  timer.start(STREAM_BEAT_MS, beat);
  store.add(
    feed.subscribe(access, ({ type, ...event }) => {
      if (!store.isDisposed && !outgoing.writableEnded) {
        send(formatSse(type, 'session' in event ? event.session : event));
      }
    }),
  );
  return RESPONSE_ALREADY_SENT;
}
