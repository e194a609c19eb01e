import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../operations/apiError';

/**
 * The Host headers that programs on this machine send. A web page that uses DNS rebinding sends
 * another.
 */
const HOST = /^(?:127\.0\.0\.1|localhost):(\d+)$/i;

/** The value of `Sec-Fetch-Site` for an address that a person has typed. */
const TYPED = 'none';

/**
 * Refuses requests with a header by which browsers mark the requests of pages: `Origin`, or
 * `Sec-Fetch-Site`, which they send also where they send no Origin, as for an image.
 */
export function refusePages({ headers }: Pick<IncomingMessage, 'headers'>): ApiError | undefined {
  const { origin, 'sec-fetch-site': site = TYPED } = headers;
  return origin === undefined && site === TYPED
    ? undefined
    : new ApiError('FORBIDDEN_ORIGIN', 'Requests from web pages are refused.');
}

/** As {@link refusePages}; also refuses requests that do not name the server's own port. */
export function refuseOtherHosts(
  request: Pick<IncomingMessage, 'headers'>,
  port: number | undefined,
): ApiError | undefined {
  const named = HOST.exec(request.headers.host ?? '')?.[1];
  return Number(named) === port
    ? refusePages(request)
    : new ApiError('FORBIDDEN_ORIGIN', 'The Host header must name 127.0.0.1 and the port.');
}
