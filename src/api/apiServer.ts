import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { refuseOtherHosts, refusePages } from './auth/requestGuard';
import { ApiError, toApiError } from '../operations/apiError';
import { HttpListener, type Upgrade } from './http/httpListener';
import { RequestHandler, type AddRoutes } from './http/requestHandler';
import type { ApiLimits } from './limits';
import { listenAtNewSocket, removeServerSocket } from './serverSocket';

interface ApiServerDeps {
  readonly limits: ApiLimits;
  readonly logger: Pick<Logger, 'error'>;
  /** The directory of the socket. */
  readonly directory: string;
}

/**
 * Serves hooks, the API and MCP at a socket that only the person can reach, from the first call of
 * {@link start} until it is disposed; and on 127.0.0.1 while a port is open.
 */
export class ApiServer implements Disposable {
  private starting: Promise<string> | undefined;
  private opening: Promise<number> | undefined;
  private atSocket: HttpListener | undefined;
  private atPort: HttpListener | undefined;
  private isDisposed = false;
  private readonly requests = new RequestHandler({
    notFound: 'The API has no route at this path.',
    explain: (error, hasLeft) => this.explain(error, hasLeft),
  });
  /** The path of the socket, or of the pipe on Windows; undefined until it listens. */
  socket: string | undefined;
  /** The port on 127.0.0.1; undefined unless one is open. */
  port: number | undefined;
  /**
   * Handles an upgrade request and takes ownership of its socket. If it throws an {@link ApiError},
   * it has not touched the socket.
   */
  upgrade: (upgrade: Upgrade) => void = () => {
    throw new ApiError('NOT_FOUND', 'The API has no WebSocket at this path.');
  };

  constructor(private readonly deps: ApiServerDeps) {}

  /** Adds routes, which must be done before {@link start}. Each is called with the first request. */
  addRoutes(add: AddRoutes): void {
    this.requests.add(add);
  }

  /**
   * Starts the server on the first call and returns the path of its socket; later calls return the
   * same promise. Rejects if the system refuses sockets, and after {@link dispose}.
   */
  start(): Promise<string> {
    if (this.isDisposed) {
      return Promise.reject(new Error('The server is closed.'));
    }
    this.starting ??= this.listenAtSocket().catch((error: unknown) => {
      this.starting = undefined;
      throw error;
    });
    return this.starting;
  }

  /**
   * Opens a free port on 127.0.0.1, which stays open until it is closed; later calls return the same
   * one. Rejects if the system has none, and if it is closed meanwhile.
   */
  openPort(): Promise<number> {
    if (!this.opening) {
      const opening = this.listenAtPort();
      this.opening = opening;
      // Another one may have been requested meanwhile.
      opening.catch(() => this.opening === opening && this.closePort());
    }
    return this.opening;
  }

  /** Connections have a short time to end. */
  closePort(): void {
    this.atPort?.retire();
    this.atPort = undefined;
    this.opening = undefined;
    this.port = undefined;
  }

  dispose(): void {
    this.isDisposed = true;
    this.atPort?.close();
    this.closePort();
    this.atSocket?.close();
    if (this.socket !== undefined) {
      removeServerSocket(this.socket);
    }
  }

  private async listenAtSocket(): Promise<string> {
    const listener = this.createListener(refusePages);
    this.atSocket = listener;
    const path = await listenAtNewSocket(this.deps.directory, (at) =>
      listener.listen({ path: at }),
    );
    this.socket = path;
    this.requireOpen();
    return path;
  }

  private async listenAtPort(): Promise<number> {
    const listener = this.createListener((request) => refuseOtherHosts(request, this.port));
    this.atPort = listener;
    await listener.listen({ host: '127.0.0.1', port: 0 });
    if (this.atPort !== listener || this.isDisposed) {
      listener.close();
      throw new Error('The port was closed while it was opened.');
    }
    this.port = (listener.server.address() as AddressInfo).port;
    return this.port;
  }

  private createListener(guard: (request: IncomingMessage) => ApiError | undefined): HttpListener {
    return new HttpListener({
      limits: this.deps.limits,
      guard,
      handle: (request, response) => void this.requests.handle(request, response),
      upgrade: (upgrade) => this.handleUpgrade(upgrade),
    });
  }

  /** A server that was disposed while it began to listen must not stay open. */
  private requireOpen(): void {
    if (this.isDisposed) {
      this.dispose();
      throw new Error('The server is closed.');
    }
  }

  private handleUpgrade(upgrade: Upgrade): ApiError | undefined {
    try {
      if (upgrade.request.headers.upgrade?.toLowerCase() !== 'websocket') {
        throw new ApiError('BAD_REQUEST', 'Only an upgrade to a WebSocket is supported.');
      }
      this.upgrade(upgrade);
      return undefined;
    } catch (error) {
      return this.explain(error, upgrade.socket.destroyed);
    }
  }

  /**
   * Converts an error for the caller. Logs unexpected errors, unless the caller has disconnected.
   */
  private explain(thrown: unknown, hasLeft: boolean): ApiError {
    const { error, isExpected } = toApiError(thrown);
    if (!isExpected && !hasLeft) {
      this.deps.logger.error('An API request failed.', thrown);
    }
    return error;
  }
}
