import { settledWithin, type Clock } from '../../base/clock';
import { Timer } from '../../base/timer';
import { formatApiError, toApiError } from '../../operations/apiError';
import { STREAM_HEARTBEAT_MS } from '../limits';
import { formatSse, SSE_HEARTBEAT, SSE_HEADERS } from './sse';

type Answering = AsyncGenerator<string, unknown>;

/**
 * Time limit for sending the response headers, in milliseconds: HTTP clients give up a response
 * that does not begin. An error after that is sent as an event.
 */
const OPEN_WITHIN_MS = 10_000;

/**
 * Streams an ask as server-sent events. An error before the first event and within
 * {@link OPEN_WITHIN_MS} fails the call; a later one is sent as an event `error`. The answer is
 * read at the caller's pace: a slow caller receives fewer intermediate states. If the caller
 * disconnects, the ask ends.
 */
export async function askEvents(clock: Clock, answering: Answering): Promise<Response> {
  const first = answering.next();
  if ((await settledWithin(clock, OPEN_WITHIN_MS, first)) === 'settled') {
    await first;
  }
  return new Response(streamAnswer(clock, answering, first), { headers: SSE_HEADERS });
}

function streamAnswer(
  clock: Clock,
  answering: Answering,
  first: ReturnType<Answering['next']>,
): ReadableStream<Uint8Array> {
  const heartbeat = new Timer(clock);
  let next: typeof first | undefined = first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const sendHeartbeat = (): void => {
        controller.enqueue(SSE_HEARTBEAT);
        heartbeat.start(STREAM_HEARTBEAT_MS, sendHeartbeat);
      };
      heartbeat.start(STREAM_HEARTBEAT_MS, sendHeartbeat);
      const message = await describe(next ?? answering.next());
      next = undefined;
      heartbeat.stop();
      // Throws if the caller has disconnected; the stream then ignores the error.
      controller.enqueue(formatSse(message.event, message.data));
      if (message.event !== 'delta') {
        controller.close();
      }
    },
    async cancel() {
      heartbeat.dispose();
      await answering.return(undefined).catch(() => undefined);
    },
  });
}

interface AskEvent {
  readonly event: 'delta' | 'done' | 'error';
  readonly data: unknown;
}

async function describe(next: ReturnType<Answering['next']>): Promise<AskEvent> {
  try {
    const { done, value } = await next;
    return done ? { event: 'done', data: value } : { event: 'delta', data: { text: value } };
  } catch (error) {
    return { event: 'error', data: formatApiError(toApiError(error).error).error };
  }
}
