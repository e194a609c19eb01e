import { settledWithin, type Clock } from '../../base/clock';
import { Timer } from '../../base/timer';
import type { AskResult } from '../../driver/driver';
import { formatApiError, toApiError } from '../http/apiError';
import { STREAM_BEAT_MS } from '../limits';
import { formatSse, SSE_BEAT, SSE_HEADERS } from '../http/sse';

type Answering = AsyncGenerator<string, AskResult>;

/** Callers give up an answer that does not begin; what fails later than this is an event. */
const OPEN_WITHIN_MS = 10_000;

/**
 * An ask as server-sent events. What fails before anything was answered fails the call; after that
 * it is an event `error`. The answer is read as the caller reads: one that is slow gets fewer of
 * its states, and one that leaves ends it.
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
  const beat = new Timer(clock);
  let next: typeof first | undefined = first;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const tellAlive = (): void => {
        controller.enqueue(SSE_BEAT);
        beat.start(STREAM_BEAT_MS, tellAlive);
      };
      beat.start(STREAM_BEAT_MS, tellAlive);
      const told = await describe(next ?? answering.next());
      next = undefined;
      beat.stop();
      // Where the caller has left meanwhile this throws, and a stream that is over tells nobody.
      controller.enqueue(formatSse(told.event, told.data));
      if (told.event !== 'delta') {
        controller.close();
      }
    },
    async cancel() {
      beat.dispose();
      await answering.return({ response: '', ms: 0, endedBy: 'silence' }).catch(() => undefined);
    },
  });
}

interface AskEvent {
  readonly event: 'delta' | 'done' | 'error';
  readonly data: object;
}

async function describe(next: ReturnType<Answering['next']>): Promise<AskEvent> {
  try {
    const { done, value } = await next;
    return done ? { event: 'done', data: value } : { event: 'delta', data: { text: value } };
  } catch (error) {
    return { event: 'error', data: formatApiError(toApiError(error).error).error };
  }
}
