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

/** Makes the system choose a free port. */
const ANY_PORT = 0;

/** A request to switch from HTTP to another protocol; its handler owns the socket. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that arrived after the request's headers. */
  readonly head: Buffer;
}

/**
 * HTTP server on 127.0.0.1. Listens on its usual port, or on any free port if that one is taken,
 * from the first call of {@link start} until it is disposed. Routes must be added before that call.
 */
export class ApiServer implements Disposable {
  private starting: Promise<number> | undefined;
  private port: number | undefined;
  private server: Server | undefined;
  private isDisposed = false;
  readonly routes = new Hono();
  /**
   * Handles an upgrade request and takes ownership of its socket. If it throws an {@link ApiError},
   * it has not touched the socket.
   */
  upgrade: (upgrade: Upgrade) => void = () => {
    throw new ApiError('NOT_FOUND', 'The API has no WebSocket at this path.');
  };

  constructor(
    private readonly limits: ApiLimits,
    private readonly logger: Pick<Logger, 'error'>,
    /**
     * The port to try first, so that the address stays valid after a reload; undefined for any free
     * port.
     */
    private readonly usualPort: () => number | undefined = () => undefined,
  ) {
    this.routes.use(requestGuard(() => this.port));
    this.routes.notFound(() =>
      toResponse(new ApiError('NOT_FOUND', 'The API has no route at this path.')),
    );
    this.routes.onError((error, context) =>
      toResponse(this.explain(error, context.req.raw.signal.aborted)),
    );
  }

  /**
   * Starts the server on the first call and returns its port; later calls return the same promise.
   * Rejects if the system has no free port, and after {@link dispose}.
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
    // Other extensions run in this process and need its global objects unchanged.
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
    // The server must not keep the process alive by itself.
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
    // A peer that breaks the connection is not an error of this server.
    socket.on('error', () => socket.destroy());
    try {
      const { host, origin, 'sec-fetch-site': site } = request.headers;
      requireProgram({ host, origin, site: site?.toString() }, this.port);
      if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
        throw new ApiError('BAD_REQUEST', 'Only an upgrade to a WebSocket is supported.');
      }
      this.upgrade(upgrade);
    } catch (error) {
      refuse(socket, this.explain(error, socket.destroyed));
    }
  }

  /**
   * Converts an error for the caller. Logs unexpected errors, unless the caller has disconnected.
   */
  private explain(thrown: unknown, hasLeft: boolean): ApiError {
    const { error, isExpected } = toApiError(thrown);
    if (!isExpected && !hasLeft) {
      this.logger.error('An API request failed.', thrown);
    }
    return error;
  }
}

/** Returns the port. Rejects if the port is taken or cannot be opened. */
function listenAt(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** The rest of the request's body is not read, so the connection is closed after the response. */
function toResponse(error: ApiError): Response {
  const status: ContentfulStatusCode = API_STATUS[error.code];
  return Response.json(formatApiError(error), { status, headers: { connection: 'close' } });
}

/** Writes the response by hand, because Node's HTTP server no longer handles an upgraded socket. */
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
