import type { Server, Socket } from 'node:net';
import { Emitter } from '../../base/event';
import { DisposableStore, toDisposable, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import {
  ONCE_FILES,
  PROTOCOL_VERSION,
  type Hello,
  type HostReport,
  type Welcome,
} from '../protocol/calls';
import { ClientConnection, type ConnectionDeps } from './clientConnection';
import { MAX_CONNECTIONS, PING_CLIENTS_EVERY_MS } from './limits';

/** The identity of a host. */
interface HostIdentity {
  readonly pid: number;
  readonly version: string;
  readonly host: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

interface HostServerDeps extends Omit<ConnectionDeps, 'welcome' | 'report'> {
  readonly identity: HostIdentity;
}

/** Accepts the connections of windows, up to a limit, and pings them. */
export class HostServer implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChangeClients = this.store.add(new Emitter<void>());
  private readonly connections = new Set<ClientConnection>();
  private readonly pingTimer: Timer;
  private readonly begin: number;

  /** Fires when a connection was opened or closed. */
  readonly onDidChangeClients = this.didChangeClients.event;

  constructor(private readonly deps: HostServerDeps) {
    this.pingTimer = this.store.add(new Timer(deps.clock));
    this.begin = deps.clock.monotonic();
    this.store.add(toDisposable(() => this.closeAll()));
  }

  /** Accepts the connections of a listening server. */
  serve(server: Pick<Server, 'on'>): void {
    server.on('connection', (socket: Socket) => this.accept(socket));
  }

  /** The number of connections, including those without a hello. */
  get clientCount(): number {
    return this.connections.size;
  }

  report(): HostReport {
    const { pid, version, startedAt } = this.deps.identity;
    return {
      ...{ pid, version, startedAt, protocol: PROTOCOL_VERSION },
      uptimeMs: Math.round(this.deps.clock.monotonic() - this.begin),
      rss: process.memoryUsage.rss(),
      sessions: this.deps.sessions.list().length,
      clients: [...this.connections].filter(({ hello }) => hello).length,
    };
  }

  dispose(): void {
    this.store.dispose();
  }

  private accept(socket: Socket): void {
    if (this.connections.size >= MAX_CONNECTIONS) {
      this.deps.logger.warn(
        `A connection was refused because ${MAX_CONNECTIONS} are already open.`,
      );
      socket.destroy();
      return;
    }
    const connection = new ClientConnection(socket, {
      sessions: this.deps.sessions,
      clock: this.deps.clock,
      logger: this.deps.logger,
      typed: this.deps.typed,
      touches: this.deps.touches,
      token: this.deps.token,
      setLimits: (limits) => this.deps.setLimits(limits),
      prepare: (spec) => this.deps.prepare(spec),
      stop: () => this.deps.stop(),
      welcome: (hello) => this.welcome(hello),
      report: () => this.report(),
    });
    this.connections.add(connection);
    connection.onDidAccept((hello) => this.handleAccepted(connection, hello));
    connection.onDidClose((reason) => this.handleClose(connection, reason));
    this.didChangeClients.fire();
  }

  private welcome({ client }: Hello): Welcome {
    const { pid, version, host, startedAt } = this.deps.identity;
    return {
      ...{ pid, version, host, startedAt, protocol: PROTOCOL_VERSION },
      capabilities: [ONCE_FILES],
      typedSeq: this.deps.typed.lastOf(client),
      sessions: this.deps.sessions.list(),
    };
  }

  private handleAccepted(accepted: ClientConnection, { client, pid, version }: Hello): void {
    this.deps.logger.info(`Window ${pid} is connected; its version is ${version}.`);
    for (const other of [...this.connections]) {
      if (other !== accepted && other.hello?.client === client) {
        other.refuse('its window has reconnected');
      }
    }
    if (!this.pingTimer.isRunning) {
      this.pingTimer.start(PING_CLIENTS_EVERY_MS, () => this.pingAll());
    }
  }

  private handleClose(connection: ClientConnection, reason: string | undefined): void {
    if (!this.connections.delete(connection)) {
      return;
    }
    const who = connection.hello ? `Window ${connection.hello.pid}` : 'A connection';
    this.deps.logger.info(`${who} is gone${reason ? `: ${reason}` : ''}.`);
    connection.dispose();
    if (this.connections.size === 0) {
      this.pingTimer.stop();
    }
    this.didChangeClients.fire();
  }

  /**
   * A window that does not answer may be suspended or stopped. It stays connected, because its
   * limits bound its cost.
   */
  private pingAll(): void {
    for (const connection of this.connections) {
      if (connection.hello && !connection.ping()) {
        this.deps.logger.warn(`Window ${connection.hello.pid} has not answered the last ping.`);
      }
    }
    this.pingTimer.start(PING_CLIENTS_EVERY_MS, () => this.pingAll());
  }

  private closeAll(): void {
    this.connections.forEach((connection) => connection.refuse('the host ends'));
  }
}
