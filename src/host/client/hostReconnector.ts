import type { Duplex } from 'node:stream';
import type { Clock } from '../../base/clock';
import { Deferred } from '../../base/deferred';
import { SessionError, toMessage } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { Timer } from '../../base/timer';
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

/** Each call comes before the promises that depend on it settle. */
export interface ReconnectorListener {
  handleFound(host: FoundHost): void;
  handleConnected(host: FoundHost, connected: ConnectedHost): void;
  handleDropped(): void;
  /** The host's process has ended. */
  handleGone(host: FoundHost): void;
  /** The host is running, has never accepted this window, and is not tried again. */
  handleGivenUp(): void;
}

/**
 * Connects a window to the session host, and reconnects as long as the host's process runs: at
 * once, then at growing intervals.
 */
export class HostReconnector implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;
  /** The known host. */
  private followed: FoundHost | undefined;
  private ended = new Deferred<void>();
  /** The next connection to it, or the current one. */
  private next = nextConnection();
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
    return this.followed;
  }

  /** Settles when the known host has ended, or is not tried again. */
  get whenEnded(): Promise<void> {
    return this.ended.promise;
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
    if (!this.followed) {
      throw new SessionError(
        'ILLEGAL_STATE',
        'No session host is running. Starting a session starts one.',
      );
    }
    return this.next.promise;
  }

  /** Like {@link ready}, but starts a host if none is running. */
  async ensure(): Promise<ConnectedHost> {
    this.requireOpen();
    if (this.followed) {
      return this.ready();
    }
    this.starting ??= this.start().finally(() => (this.starting = undefined));
    return this.starting;
  }

  dispose(): void {
    this.store.dispose();
    this.next.reject(windowClosedError());
    this.current?.connection.dispose();
    this.followed = undefined;
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

  private async follow(host: FoundHost): Promise<ConnectedHost> {
    this.requireOpen();
    if (!this.followed) {
      this.wasAccepted = false;
      this.followed = host;
      this.ended = new Deferred();
      this.next = nextConnection();
      this.listener.handleFound(host);
      void this.run(host);
    }
    return this.next.promise;
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
        this.followed = undefined;
        this.listener.handleGone(host);
        this.ended.resolve();
        this.next.reject(hostGoneError(host.pid));
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

  /** Makes one connection, and returns at its end whether it lasted {@link STEADY_MS}. */
  private async connectOnce(host: FoundHost, path: string): Promise<boolean> {
    const { clock, connect, logger, self } = this.deps;
    const connection = new HostConnection(await connect(path));
    try {
      const welcome = await connection.handshake({ ...self, token: host.token });
      if (!this.isFollowing(host)) {
        return false;
      }
      const since = clock.monotonic();
      this.handleConnected(host, { connection, welcome });
      const error = await connection.closed;
      if (this.isFollowing(host)) {
        this.current = undefined;
        this.next = nextConnection();
        const why = error ? `: ${error.message}` : '';
        logger.info(`The connection to the session host was closed${why}.`);
        this.listener.handleDropped();
      }
      return clock.monotonic() - since >= STEADY_MS;
    } finally {
      connection.dispose();
    }
  }

  private handleConnected(host: FoundHost, connected: ConnectedHost): void {
    this.wasAccepted = true;
    this.loggedProblem = undefined;
    this.current = connected;
    this.listener.handleConnected(host, connected);
    this.next.resolve(connected);
  }

  private handleRefused(host: FoundHost, error: unknown, passedMs: number): void {
    if (!this.isFollowing(host)) {
      return;
    }
    const message = toMessage(error);
    if (!this.wasAccepted && (!isTemporary(error) || passedMs >= FIRST_CONTACT_MS)) {
      this.followed = undefined;
      this.listener.handleGivenUp();
      this.ended.resolve();
      this.next.reject(unusableHostError(host, message));
    } else if (this.loggedProblem !== message) {
      this.loggedProblem = message;
      this.deps.logger.info(
        `Retrying to connect to the session host, process ${host.pid}: ${message}`,
      );
    }
  }

  private requireOpen(): void {
    if (this.store.isDisposed) {
      throw windowClosedError();
    }
  }

  private isFollowing(host: FoundHost): boolean {
    return this.followed === host && !this.store.isDisposed;
  }

  private pause(delayMs: number): Promise<void> {
    return new Promise((resolve) => this.timer.start(delayMs, resolve));
  }
}

function nextConnection(): Deferred<ConnectedHost> {
  const next = new Deferred<ConnectedHost>();
  // Without callers that wait, the rejection must not be unhandled.
  next.promise.catch(() => {});
  return next;
}

/** Whether the error is one of the system or a closed connection, not a refusal. */
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
