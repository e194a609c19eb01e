import type { MiddlewareHandler } from 'hono';
import { ApiError } from './apiError';

/** The names by which a program of this machine calls the door; a web page has another (DNS rebinding). */
const HOST = /^(?:127\.0\.0\.1|localhost):(\d+)$/i;

/** Lets in programs of this machine alone: the door's own name and port, and no web page's origin. */
export function requestGuard(port: () => number | undefined): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    if (Number(HOST.exec(host)?.[1]) !== port()) {
      throw new ApiError('FORBIDDEN_ORIGIN', 'The Host header must name 127.0.0.1 and the port.');
    }
    if (context.req.header('origin') !== undefined) {
      throw new ApiError('FORBIDDEN_ORIGIN', 'This is for programs, not for web pages.');
    }
    await next();
  };
}
