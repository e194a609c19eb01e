import type { Server, Socket } from 'node:net';
import { Emitter } from '../../base/event';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import type { HostReport } from '../protocol/calls';
import { ClientConnection } from './clientConnection';
import { MAX_CONNECTIONS } from './limits';
import type { ServedHost } from './servedClient';

/** Accepts the connections of windows, up to a limit. */
export class HostServer implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChangeClients = this.store.add(new Emitter<void>());
  private readonly connections = new Set<ClientConnection>();
  private readonly begin: number;

  /** Fires when a connection was opened or closed. */
  readonly onDidChangeClients = this.didChangeClients.event;

  constructor(private readonly host: ServedHost) {
    this.begin = host.clock.monotonic();
    this.store.add(
      toDisposable(() =>
        this.connections.forEach((connection) => connection.close('the host ends')),
      ),
    );
  }

  /** Accepts the connections of a listening server. */
  serve(server: Pick<Server, 'on'>): void {
    server.on('connection', (socket: Socket) => this.accept(socket));
  }

  /** The number of connections, including those without a hello. */
  get clientCount(): number {
    return this.connections.size;
  }

  dispose(): void {
    this.store.dispose();
  }

  private accept(socket: Socket): void {
    if (this.connections.size >= MAX_CONNECTIONS) {
      this.host.logger.warn(
        `A connection was refused because ${MAX_CONNECTIONS} are already open.`,
      );
      socket.destroy();
      return;
    }
    const connection = new ClientConnection(socket, this.host, () => this.report());
    this.connections.add(connection);
    connection.onDidClose((reason) => this.handleClose(connection, reason));
    this.didChangeClients.fire();
  }

  private report(): HostReport {
    const { pid, version, protocol, startedAt } = this.host.identity;
    return {
      ...{ pid, version, protocol, startedAt },
      uptimeMs: Math.round(this.host.clock.monotonic() - this.begin),
      rss: process.memoryUsage.rss(),
      sessions: this.host.sessions.list().length,
      clients: [...this.connections].filter(({ hello }) => hello).length,
    };
  }

  private handleClose(connection: ClientConnection, reason: string | undefined): void {
    if (this.connections.delete(connection)) {
      const who = connection.hello ? `Window ${connection.hello.pid}` : 'A connection';
      this.host.logger.info(`${who} is gone${reason ? `: ${reason}` : ''}.`);
      connection.dispose();
      this.didChangeClients.fire();
    }
  }
}
