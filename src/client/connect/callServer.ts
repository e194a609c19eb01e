import { delay, type Clock } from '../../base/clock';
import { formatAddress } from '../../endpoint/verifiedConnection';
import { ClientError } from '../clientError';
import type { ApiCall } from './apiRequest';
import { ConnectionError } from './connectionError';
import type { BusyCore, Endpoint } from './endpoint';

/** How long the next server is looked for, in milliseconds. */
const SEARCH_MS = 30_000;

/** The pause before a server that refused a call is looked for again, in milliseconds. */
const PAUSE_MS = 50;

/** If a call lasts longer than this, its server has accepted it, so the time limit of the search starts again; milliseconds. */
const ACCEPTED_MS = 1_000;

interface ServerSearch {
  readonly findEndpoint: (busyCore: BusyCore) => Promise<Endpoint>;
  readonly clock: Clock;
  readonly method: ApiCall['method'];
}

/**
 * Runs `call` with the server that is found. If that one ends, and the call has had no effect, runs it
 * with the next one: another window, or a core without one. A core that uses one session refuses a call
 * for another one that a window owns, and the reverse, so each refusal changes which of them is found.
 */
export async function callServer<T>(
  { clock, findEndpoint, method }: ServerSearch,
  call: (endpoint: Endpoint) => Promise<T>,
): Promise<T> {
  let giveUpAt: number | undefined;
  let unreachable: string | undefined;
  let failure: unknown;
  let busyCore: BusyCore = 'first';
  for (;;) {
    const endpoint = await findEndpoint(busyCore);
    const address = formatAddress(endpoint.address);
    if (address === unreachable) {
      // It is still published, so it has not ended in order.
      throw failure;
    }
    const beganAt = clock.monotonic();
    try {
      return await call(endpoint);
    } catch (error) {
      const failedAt = clock.monotonic();
      if (giveUpAt === undefined || failedAt - beganAt > ACCEPTED_MS) {
        giveUpAt = failedAt + SEARCH_MS;
      }
      if (!isRepeatable(error, method) || failedAt >= giveUpAt) {
        throw error;
      }
      failure = error;
      busyCore = isMoved(error) && busyCore === 'first' ? 'skip' : 'first';
      unreachable = error instanceof ConnectionError ? address : undefined;
    }
    await delay(clock, unreachable === undefined ? PAUSE_MS : 0);
  }
}

/** Whether an error states that the sessions are served by another process, or will be. */
export function isMoved(error: unknown): boolean {
  return error instanceof ClientError && error.code === 'MOVED';
}

/** A call that has had no effect, or has none because it only reads, can be repeated. */
function isRepeatable(error: unknown, method: ApiCall['method']): boolean {
  const isLost = error instanceof ConnectionError && (error.isUnsent || method === 'GET');
  return isLost || isMoved(error);
}
