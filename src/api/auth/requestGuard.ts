import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../http/apiError';

/**
 * The Host headers that programs on this machine send. A web page that uses DNS rebinding sends
 * another.
 */
const HOST = /^(?:127\.0\.0\.1|localhost):(\d+)$/i;

/** The two headers of a request that name its caller. */
interface Caller {
  readonly host: string | undefined;
  readonly origin: string | undefined;
}

/**
 * Accepts only programs on this machine: requires the server's own name and port, and no Origin header.
 * @throws {ApiError} `FORBIDDEN_ORIGIN`.
 */
export function requireProgram({ host = '', origin }: Caller, port: number | undefined): void {
  if (Number(HOST.exec(host)?.[1]) !== port) {
    throw new ApiError('FORBIDDEN_ORIGIN', 'The Host header must name 127.0.0.1 and the port.');
  }
  if (origin !== undefined) {
    throw new ApiError('FORBIDDEN_ORIGIN', 'Requests from web pages are refused.');
  }
}

/** Applies {@link requireProgram} to each request. */
export function requestGuard(port: () => number | undefined): MiddlewareHandler {
  return async (context, next) => {
    const [host, origin] = [context.req.header('host'), context.req.header('origin')];
    requireProgram({ host, origin }, port());
    await next();
  };
}
