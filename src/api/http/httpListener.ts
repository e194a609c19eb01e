import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { ListenOptions, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { CLOSE_MS, HEADER_BYTES, REFUSED_MS, type ApiLimits } from '../limits';
import { API_STATUS, formatApiError, type ApiError } from '../../operations/apiError';
import { refuseRequest } from './refuseRequest';

/** A request to switch from HTTP to another protocol; its handler owns the socket. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** Bytes that arrived after the request's headers. */
  readonly head: Buffer;
}

interface HttpListenerDeps {
  readonly limits: ApiLimits;
  /** Returns why a request is refused before anything of it is handled; undefined if it is not. */
  readonly guard: (request: IncomingMessage) => ApiError | undefined;
  readonly handle: RequestListener;
  /** Returns why an upgrade is refused; undefined if the handler has taken the socket. */
  readonly upgrade: (upgrade: Upgrade) => ApiError | undefined;
}

/**
 * An HTTP server at one socket or port. Callers that have not sent an acceptable request have a small
 * number of connections for themselves, so that they cannot keep others out.
 */
export class HttpListener {
  readonly server: Server;
  /** The connections without a request, or whose upgrade was refused, oldest first. */
  private readonly pending = new Set<Duplex>();
  private readonly all = new Set<Duplex>();

  constructor(private readonly deps: HttpListenerDeps) {
    const { limits } = deps;
    this.server = createServer({
      maxHeaderSize: HEADER_BYTES,
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: limits.checkMs,
    });
    this.server.maxConnections = limits.connections;
    this.server.on('connection', (socket) => this.receive(socket));
    this.server.on('request', (request, response) => this.handle(request, response));
    this.server.on('upgrade', (request, socket, head) => this.upgrade({ request, socket, head }));
    // The server must not keep the process alive by itself.
    this.server.unref();
  }

  /** Rejects if the system refuses the socket or port, and if it is closed meanwhile. */
  listen(where: Pick<ListenOptions, 'host' | 'path' | 'port'>): Promise<void> {
    const { server } = this;
    return new Promise((resolve, reject) => {
      const handleClose = (): void =>
        reject(new Error('The server was closed as it began to listen.'));
      server.once('error', reject).once('close', handleClose);
      server.listen(where, () => {
        server.off('error', reject).off('close', handleClose);
        resolve();
      });
    });
  }

  /** Stops listening; connections have {@link CLOSE_MS} to end. */
  retire(): void {
    this.server.close();
    this.server.closeIdleConnections();
    setTimeout(() => this.close(), CLOSE_MS).unref();
  }

  /** Cuts all connections. */
  close(): void {
    this.server.close();
    this.all.forEach((socket) => socket.destroy());
  }

  private receive(socket: Socket): void {
    socket.once('close', () => {
      this.all.delete(socket);
      this.pending.delete(socket);
    });
    this.all.add(socket);
    this.pending.add(socket);
    // Each response that waits for an earlier one listens to it.
    socket.setMaxListeners(0);
    const [oldest] = this.pending;
    if (this.pending.size > this.deps.limits.pending) {
      oldest?.destroy();
    }
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    this.pending.delete(request.socket);
    closeWithSocket(request, response);
    const refusal = this.deps.guard(request);
    if (refusal) {
      refuseRequest(response, refusal);
      return;
    }
    void this.deps.handle(request, response);
  }

  private upgrade(upgrade: Upgrade): void {
    const { request, socket } = upgrade;
    this.pending.delete(socket);
    // A peer that breaks the connection is not an error of this server.
    socket.on('error', () => socket.destroy());
    const refusal = this.deps.guard(request) ?? this.deps.upgrade(upgrade);
    if (refusal) {
      this.refuse(socket, refusal);
    }
  }

  /** Writes the response by hand, because Node's HTTP server no longer handles an upgraded socket. */
  private refuse(socket: Duplex, error: ApiError): void {
    const body = JSON.stringify(formatApiError(error));
    const head = [
      `HTTP/1.1 ${API_STATUS[error.code]} ${error.code}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
    this.cut(socket);
  }

  /** Destroys a refused connection if its peer does not close it. For requests Node does that. */
  private cut(socket: Duplex): void {
    if (socket.destroyed) {
      return;
    }
    this.pending.add(socket);
    const timer = setTimeout(() => socket.destroy(), REFUSED_MS);
    socket.once('close', () => clearTimeout(timer));
  }
}

/**
 * Closes a response with its socket. A response that waits for an earlier one of its socket emits no
 * `close` by itself in Node 20.20 and 22.23; in 24.21 it does.
 */
function closeWithSocket({ socket }: IncomingMessage, response: ServerResponse): void {
  const close = (): void => void response.emit('close');
  socket.once('close', close);
  response.once('close', () => socket.off('close', close));
}
