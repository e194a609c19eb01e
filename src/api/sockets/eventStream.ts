import type { ServerResponse } from 'node:http';
import type { Clock } from '../../base/clock';
import { DisposableStore } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { formatApiError, toApiError } from '../../operations/apiError';
import type { EventFeed } from '../events/eventFeed';
import { CLOSE_MS, STREAM_HEARTBEAT_MS, STREAM_BYTES } from '../limits';
import { formatSse, SSE_HEARTBEAT, SSE_HEADERS } from '../http/sse';
import type { Connection } from '../auth/connections';

interface EventStreamDeps {
  readonly feed: EventFeed;
  readonly clock: Clock;
}

/**
 * Sends the events of sessions as server-sent events. Writes to Node's own response, which reports
 * how many bytes wait. A caller that reads too slowly is disconnected; one whose access ends
 * receives a last event `error` with the reason.
 */
export function eventStream(
  { feed, clock }: EventStreamDeps,
  { access, signal }: Pick<Connection, 'access' | 'signal'>,
  outgoing: ServerResponse,
): void {
  const store = new DisposableStore();
  const send = (bytes: Uint8Array): void => {
    outgoing.write(bytes);
    if (outgoing.writableLength > STREAM_BYTES) {
      store.dispose();
      outgoing.destroy();
    }
  };
  const timer = store.add(new Timer(clock));
  const sendHeartbeat = (): void => {
    send(SSE_HEARTBEAT);
    timer.start(STREAM_HEARTBEAT_MS, sendHeartbeat);
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
  timer.start(STREAM_HEARTBEAT_MS, sendHeartbeat);
  store.add(
    feed.subscribe(access, ({ type, ...event }) => {
      if (!store.isDisposed && !outgoing.writableEnded) {
        send(formatSse(type, 'session' in event ? event.session : event));
      }
    }),
  );
}
