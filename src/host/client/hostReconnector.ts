import type { Duplex } from 'node:stream';
import type { Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { Timer } from '../../base/timer';
import { Deferred } from '../../base/deferred';
import type { HostAccess } from '../discovery/diskHostAccess';
import type { FoundHost } from '../discovery/hostLockfile';
import type { Welcome } from '../protocol/calls';
import { HostConnection } from './hostConnection';
import { ClosedError, hostGoneError, windowClosedError } from './hostErrors';
import { FIRST_CONTACT_MS, RECONNECT_DELAYS_MS, START_TRIES, STEADY_MS } from './limits';

/** A host that has accepted the window, and the connection to it. */
export interface ConnectedHost {
  readonly connection: HostConnection;
  readonly welcome: Welcome;
}

export interface HostReconnectorDeps {
  readonly access: HostAccess;
  /** Opens a socket, or on Windows a named pipe. */
  readonly connect: (path: string) => Promise<Duplex>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** The window's part of the hello. */
  readonly self: { readonly version: string; readonly pid: number };
}

/**
 * Receives the events of the connection; each call comes before the promises that depend on it
 * settle.
 */
export interface ReconnectorListener {
  handleFound(host: FoundHost): void;
  handleConnected(host: FoundHost, connected: ConnectedHost): void;
  handleDropped(): void;
  /** The host's process has ended. */
  handleGone(host: FoundHost): void;
  /** The host is running, has never accepted this window, and is not tried again. */
  handleGivenUp(): void;
}

/** The pending connection to one host. */
interface Waiting {
  readonly host: FoundHost;
  readonly connected: Deferred<ConnectedHost>;
}

/**
 * Connects a window to the session host, and reconnects as long as the host's process runs: at
 * once, then at growing intervals.
 */
export class HostReconnector implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;
  /** Undefined while no host is known. */
  private waiting: Waiting | undefined;
  private starting: Promise<ConnectedHost> | undefined;
  private current: ConnectedHost | undefined;
  /** Whether the host has accepted this window before; it is then tried without a time limit. */
  private wasAccepted = false;
  private loggedProblem: string | undefined;

  constructor(
    private readonly deps: HostReconnectorDeps,
    private readonly listener: ReconnectorListener,
  ) {
    this.timer = this.store.add(new Timer(deps.clock));
  }

  get connected(): ConnectedHost | undefined {
    return this.current;
  }

  /** The known host, connected or not. */
  get host(): FoundHost | undefined {
    return this.waiting?.host;
  }

  /**
   * Connects to a running host; false if none is running. @throws {SessionError} if it cannot be
   * used, with the reason.
   */
  async find(): Promise<boolean> {
    const found = this.host ?? (await this.deps.access.find());
    if (found && !this.store.isDisposed) {
      await this.follow(found);
    }
    return found !== undefined;
  }

  /**
   * Settles when the known host is connected. @throws {SessionError} `SESSION_EXITED` if it has
   * ended, `DETACHED` after {@link dispose}.
   */
  async ready(): Promise<ConnectedHost> {
    this.requireOpen();
    if (!this.waiting) {
      throw new SessionError(
        'ILLEGAL_STATE',
        'No session host is running. Starting a session starts one.',
      );
    }
    return this.current ?? this.waiting.connected.promise;
  }

  /** Like {@link ready}, but starts a host if none is running. */
  async ensure(): Promise<ConnectedHost> {
    this.requireOpen();
    if (this.waiting) {
      return this.ready();
    }
    this.starting ??= this.start().finally(() => (this.starting = undefined));
    return this.starting;
  }

  dispose(): void {
    this.store.dispose();
    this.waiting?.connected.reject(windowClosedError());
    this.current?.connection.dispose();
    this.waiting = undefined;
    this.current = undefined;
  }

  private async start(): Promise<ConnectedHost> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.follow(this.host ?? (await this.deps.access.ensure()));
      } catch (error) {
        // The host ended itself, as idle, just after it was found.
        if (tries >= START_TRIES || !SessionError.is(error, 'SESSION_EXITED')) {
          throw error;
        }
      }
    }
  }

  private follow(host: FoundHost): Promise<ConnectedHost> {
    if (this.store.isDisposed) {
      return Promise.reject(windowClosedError());
    }
    if (!this.waiting) {
      this.wasAccepted = false;
      this.waiting = waitFor(host);
      this.listener.handleFound(host);
      void this.run(host);
    }
    return this.waiting.connected.promise;
  }

  /**
   * Connects repeatedly until the host has ended, or has refused a window that it never accepted.
   */
  private async run(host: FoundHost): Promise<void> {
    const since = this.deps.clock.monotonic();
    for (let tries = 0; this.isFollowing(host); tries++) {
      await this.pause(RECONNECT_DELAYS_MS[tries] ?? RECONNECT_DELAYS_MS.at(-1) ?? 0);
      if (!this.isFollowing(host)) {
        return;
      }
      if (!this.deps.access.isAlive(host)) {
        this.handleGone(host);
        return;
      }
      try {
        const path = tries > 0 ? await this.pathOf(host) : host.socketPath;
        tries = (await this.connectOnce(host, path)) ? -1 : tries;
      } catch (error) {
        this.handleRefused(host, error, this.deps.clock.monotonic() - since);
      }
    }
  }

  /** A host whose files were removed may listen on a new socket. */
  private async pathOf(host: FoundHost): Promise<string> {
    const found = await this.deps.access.find(host);
    return found?.host === host.host ? found.socketPath : host.socketPath;
  }

  /**
   * Makes one connection and waits until it is closed. Returns whether it lasted {@link STEADY_MS}.
   */
  private async connectOnce(host: FoundHost, path: string): Promise<boolean> {
    const { clock, connect, self } = this.deps;
    const connection = new HostConnection(await connect(path));
    if (!this.isFollowing(host)) {
      connection.dispose();
      return false;
    }
    try {
      const welcome = await connection.handshake({ ...self, token: host.token });
      const since = clock.monotonic();
      this.handleConnected({ connection, welcome });
      const error = await connection.closed;
      this.handleDropped(error);
      return clock.monotonic() - since >= STEADY_MS;
    } finally {
      connection.dispose();
    }
  }

  private handleConnected(connected: ConnectedHost): void {
    if (!this.waiting || this.store.isDisposed) {
      connected.connection.dispose();
      return;
    }
    this.wasAccepted = true;
    this.loggedProblem = undefined;
    this.current = connected;
    this.listener.handleConnected(this.waiting.host, connected);
    this.waiting.connected.resolve(connected);
  }

  private handleDropped(error: Error | undefined): void {
    if (!this.waiting || this.store.isDisposed) {
      return;
    }
    this.current = undefined;
    this.waiting = waitFor(this.waiting.host);
    const why = error ? `: ${error.message}` : '';
    this.deps.logger.info(`The connection to the session host was closed${why}.`);
    this.listener.handleDropped();
  }

  private handleRefused(host: FoundHost, error: unknown, passedMs: number): void {
    if (!this.isFollowing(host)) {
      return;
    }
    const message = toMessage(error);
    if (!this.wasAccepted && (!isTemporary(error) || passedMs >= FIRST_CONTACT_MS)) {
      this.giveUp(host, unusableHostError(host, message));
    } else if (this.loggedProblem !== message) {
      this.loggedProblem = message;
      this.deps.logger.info(
        `Retrying to connect to the session host, process ${host.pid}: ${message}`,
      );
    }
  }

  private handleGone(host: FoundHost): void {
    const { waiting } = this;
    this.waiting = undefined;
    this.listener.handleGone(host);
    waiting?.connected.reject(hostGoneError(host.pid));
  }

  private giveUp(host: FoundHost, error: SessionError): void {
    if (this.isFollowing(host)) {
      const { waiting } = this;
      this.waiting = undefined;
      this.listener.handleGivenUp();
      waiting?.connected.reject(error);
    }
  }

  private requireOpen(): void {
    if (this.store.isDisposed) {
      throw windowClosedError();
    }
  }

  private isFollowing(host: FoundHost): boolean {
    return this.waiting?.host === host && !this.store.isDisposed;
  }

  private pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.timer.start(delayMs, resolve));
  }
}

function waitFor(host: FoundHost): Waiting {
  const connected = new Deferred<ConnectedHost>();
  // Callers that wait handle the rejection; without callers it must not be unhandled.
  connected.promise.catch(() => {});
  return { host, connected };
}

/**
 * Whether the error may be temporary: an error of the system or a closed connection, not a refusal.
 */
function isTemporary(error: unknown): boolean {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem || error instanceof ClosedError;
}

function unusableHostError({ pid, socketPath }: FoundHost, why: string): SessionError {
  return new SessionError(
    'SPAWN_FAILED',
    `The session host of process ${pid} cannot be used at ${socketPath}: ${why.replace(/\.$/, '')}. Restart it, or start the session in the window.`,
  );
}
