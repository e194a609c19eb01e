import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Disposable } from '../base/lifecycle';
import { API_STATUS, ApiError } from './apiError';
import { HEADER_BYTES, type ApiLimits } from './limits';
import { requestGuard } from './requestGuard';

/**
 * The loopback door: an HTTP server on 127.0.0.1 and a free port, there from the first call of
 * {@link start} until it is disposed. Whoever adds routes does so before.
 */
export class ApiServer implements Disposable {
  private starting: Promise<number> | undefined;
  private port: number | undefined;
  private server: Server | undefined;
  private isDisposed = false;
  readonly routes = new Hono();

  constructor(private readonly limits: ApiLimits) {
    this.routes.use(requestGuard(() => this.port));
    this.routes.notFound(() => toResponse(new ApiError('NOT_FOUND', 'There is nothing here.')));
    // What is no refusal was the connection's end, or a fault that the caller learns nothing of.
    this.routes.onError((error) =>
      error instanceof ApiError ? toResponse(error) : new Response(null, { status: 500 }),
    );
  }

  /**
   * The port, once it listens; every call gives the same. Rejects where the system has none to give,
   * and after the end.
   */
  start(): Promise<number> {
    if (this.isDisposed) {
      return Promise.reject(new Error('The loopback door is closed.'));
    }
    return (this.starting ??= this.listen());
  }

  dispose(): void {
    this.isDisposed = true;
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private listen(): Promise<number> {
    // The process has other tenants, who want its global objects as they are.
    const listener = getRequestListener(this.routes.fetch, { overrideGlobalObjects: false });
    const server = createServer(
      {
        maxHeaderSize: HEADER_BYTES,
        headersTimeout: this.limits.headersMs,
        requestTimeout: this.limits.requestMs,
        connectionsCheckingInterval: this.limits.checkMs,
      },
      (request, response) => void listener(request, response),
    );
    this.server = server;
    server.maxConnections = this.limits.connections;
    // It serves whoever keeps the process alive, and keeps none alive itself.
    server.unref();
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => {
        this.port = (server.address() as AddressInfo).port;
        resolve(this.port);
      });
    });
  }
}

/** What is left of the request's body is nobody's, so the connection goes with the refusal. */
function toResponse({ code, message }: ApiError): Response {
  const status: ContentfulStatusCode = API_STATUS[code];
  return Response.json({ error: { code, message } }, { status, headers: { connection: 'close' } });
}
