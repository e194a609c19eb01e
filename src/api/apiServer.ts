import type { AddressInfo } from 'node:net';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { API_STATUS, ApiError, formatApiError, toApiError } from './http/apiError';
import { HEADER_BYTES, type ApiLimits } from './limits';
import { requestGuard, requireProgram } from './auth/requestGuard';

/** The system chooses one that is free. */
const ANY_PORT = 0;

/** A request to switch from HTTP to another protocol; its handler owns the socket. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What came after the request already. */
  readonly head: Buffer;
}

/**
 * The loopback server: HTTP on 127.0.0.1, on its usual port or else any free one, from the first call
 * of {@link start} until it is disposed. Routes must be added before that call.
 */
export class ApiServer implements Disposable {
  private starting: Promise<number> | undefined;
  private port: number | undefined;
  private server: Server | undefined;
  private isDisposed = false;
  readonly routes = new Hono();
  /** Takes over a connection, or throws an {@link ApiError} and has not touched it. */
  upgrade: (upgrade: Upgrade) => void = () => {
    throw new ApiError('NOT_FOUND', 'There is no WebSocket at this path.');
  };

  constructor(
    private readonly limits: ApiLimits,
    private readonly logger: Pick<Logger, 'error'>,
    /** The port it listened on before, so that its address stays valid; undefined for none. */
    private readonly usualPort: () => number | undefined = () => undefined,
  ) {
    this.routes.use(requestGuard(() => this.port));
    this.routes.notFound(() =>
      toResponse(new ApiError('NOT_FOUND', 'There is nothing at this path.')),
    );
    this.routes.onError((error, context) =>
      toResponse(this.explain(error, context.req.raw.signal.aborted)),
    );
  }

  /**
   * The port, once it listens; every call gives the same. Rejects where the system has none to give,
   * and after the end.
   */
  start(): Promise<number> {
    if (this.isDisposed) {
      return Promise.reject(new Error('The loopback server is closed.'));
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
    server.on('upgrade', (request, socket, head) => this.handleUpgrade({ request, socket, head }));
    // It serves whoever keeps the process alive, and keeps none alive itself.
    server.unref();
    const usual = this.usualPort();
    const listening =
      usual === undefined
        ? listenAt(server, ANY_PORT)
        : listenAt(server, usual).catch(() => listenAt(server, ANY_PORT));
    return listening.then((port) => (this.port = port));
  }

  private handleUpgrade(upgrade: Upgrade): void {
    const { request, socket } = upgrade;
    // A peer that breaks off is no fault of ours.
    socket.on('error', () => socket.destroy());
    try {
      requireProgram({ host: request.headers.host, origin: request.headers.origin }, this.port);
      if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
        throw new ApiError('BAD_REQUEST', 'Only an upgrade to a WebSocket is supported.');
      }
      this.upgrade(upgrade);
    } catch (error) {
      refuse(socket, this.explain(error, socket.destroyed));
    }
  }

  /** What is no refusal is a fault, unless it was the caller's leaving. */
  private explain(thrown: unknown, hasLeft: boolean): ApiError {
    const { error, isExpected } = toApiError(thrown);
    if (!isExpected && !hasLeft) {
      this.logger.error('An API request failed.', thrown);
    }
    return error;
  }
}

/** Gives the port; rejects where it is taken, or not to be had. */
function listenAt(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** What is left of the request's body is nobody's, so the connection goes with the refusal. */
function toResponse(error: ApiError): Response {
  const status: ContentfulStatusCode = API_STATUS[error.code];
  return Response.json(formatApiError(error), { status, headers: { connection: 'close' } });
}

/** The same where HTTP is over, but for this. */
function refuse(socket: Duplex, error: ApiError): void {
  const body = JSON.stringify(formatApiError(error));
  const head = [
    `HTTP/1.1 ${API_STATUS[error.code]} ${error.code}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
