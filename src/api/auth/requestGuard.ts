import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../http/apiError';

/** The names by which a program of this machine calls the door; a web page has another (DNS rebinding). */
const HOST = /^(?:127\.0\.0\.1|localhost):(\d+)$/i;

/** Who says that they call, by two headers of a request. */
export interface Caller {
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/**
 * Lets in programs of this machine alone: the door's own name and port, and no web page's origin.
 * @throws {ApiError} `FORBIDDEN_ORIGIN`.
 */
export function requireProgram({ host = '', origin }: Caller, port: number | undefined): void {
  if (Number(HOST.exec(host)?.[1]) !== port) {
    throw new ApiError('FORBIDDEN_ORIGIN', 'The Host header must name 127.0.0.1 and the port.');
  }
  if (origin !== undefined) {
    throw new ApiError('FORBIDDEN_ORIGIN', 'This is for programs, not for web pages.');
  }
}

/** The same for each request. */
export function requestGuard(port: () => number | undefined): MiddlewareHandler {
  return async (context, next) => {
    const [host, origin] = [context.req.header('host'), context.req.header('origin')];
    requireProgram({ host, origin }, port());
    await next();
  };
}
