import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../http/apiError';

/**
 * The Host headers that programs on this machine send. A web page that uses DNS rebinding sends
 * another.
 */
const HOST = /^(?:127\.0\.0\.1|localhost):(\d+)$/i;

/** The headers of a request that show what sent it. */
interface Caller {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site`: browsers send it also where they send no Origin, as for an image. */
  readonly site: string | undefined;
}

/** The value of `Sec-Fetch-Site` for an address that a person has typed. */
const TYPED = 'none';

/**
 * Accepts only programs on this machine: requires the server's own name and port, and no header with
 * which browsers mark the requests of pages.
 * @throws {ApiError} `FORBIDDEN_ORIGIN`.
 */
export function requireProgram(
  { host = '', origin, site = TYPED }: Caller,
  port: number | undefined,
): void {
  if (Number(HOST.exec(host)?.[1]) !== port) {
    throw new ApiError('FORBIDDEN_ORIGIN', 'The Host header must name 127.0.0.1 and the port.');
  }
  if (origin !== undefined || site !== TYPED) {
    throw new ApiError('FORBIDDEN_ORIGIN', 'Requests from web pages are refused.');
  }
}

/** Applies {@link requireProgram} to each request. */
export function requestGuard(port: () => number | undefined): MiddlewareHandler {
  return async (context, next) => {
    const header = (name: string): string | undefined => context.req.header(name);
    const caller = {
      host: header('host'),
      origin: header('origin'),
      site: header('sec-fetch-site'),
    };
    requireProgram(caller, port());
    await next();
  };
}
