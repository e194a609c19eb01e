import type { AskResult } from '../driver/driver';
import { formatApiError, toApiError } from './apiError';
import { formatSse, SSE_HEADERS } from './sse';

type Answering = AsyncGenerator<string, AskResult>;

/**
 * An ask as server-sent events. What fails before anything was answered fails the call; after that
 * it is an event `error`. The answer is read as the caller reads: one that is slow gets fewer of
 * its states, and one that leaves ends it by `leaving`.
 */
export async function askEvents(answering: Answering, leaving: AbortController): Promise<Response> {
  let next: IteratorResult<string, AskResult> | undefined = await answering.next();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        next ??= await answering.next();
        const { done, value } = next;
        next = undefined;
        controller.enqueue(done ? formatSse('done', value) : formatSse('delta', { text: value }));
        if (done) {
          controller.close();
        }
      } catch (error) {
        if (!leaving.signal.aborted) {
          controller.enqueue(formatSse('error', formatApiError(toApiError(error).error).error));
          controller.close();
        }
      }
    },
    async cancel() {
      leaving.abort(new Error('The caller has left.'));
      await answering.return({ response: '', ms: 0, endedBy: 'silence' }).catch(() => undefined);
    },
  });
  return new Response(stream, { headers: SSE_HEADERS });
}
