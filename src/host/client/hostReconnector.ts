import type { Duplex } from 'node:stream';
import type { Clock } from '../../base/clock';
import { SessionError, toMessage } from '../../base/errors';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Logger } from '../../base/logger';
import { Timer } from '../../base/timer';
import { Deferred } from '../../base/deferred';
import type { FoundHost, HostAccess } from '../discovery/hostAccess';
import { PROTOCOL_VERSION, type Welcome } from '../protocol/calls';
import { HostConnection } from './hostConnection';
import { ClosedError, hostGoneError, windowClosedError } from './hostErrors';
import { FIRST_CONTACT_MS, RECONNECT_DELAYS_MS, START_TRIES, STEADY_MS } from './limits';

/** A host that lets the window in, and the connection to it. */
export interface Contact {
  readonly connection: HostConnection;
  readonly welcome: Welcome;
}

export interface HostReconnectorDeps {
  readonly access: HostAccess;
  /** Opens a socket, or on Windows a named pipe. */
  readonly connect: (path: string) => Promise<Duplex>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  /** What the window says of itself. */
  readonly self: { readonly client: string; readonly version: string; readonly pid: number };
}

/** What becomes of the link; each is told before anybody who waits for it goes on. */
export interface LinkWatcher {
  handleWatched(host: FoundHost): void;
  handleContact(contact: Contact): void;
  handleDropped(): void;
  /** The process of the host is gone. */
  handleGone(host: FoundHost): void;
  /** The host lives, has let nobody in, and is left alone. */
  handleGivenUp(): void;
}

/** What waits for contact with one host. */
interface Waiting {
  readonly host: FoundHost;
  readonly contact: Promise<Contact>;
  resolve(contact: Contact): void;
  reject(error: Error): void;
}

/**
 * The way of a window to the session host: it is connected again, at once and then ever more
 * patiently, for as long as the host's process lives.
 */
export class HostReconnector implements Disposable {
  private readonly store = new DisposableStore();
  private readonly timer: Timer;
  /** None while no host is known. */
  private waiting: Waiting | undefined;
  private starting: Promise<Contact> | undefined;
  private current: Contact | undefined;
  /** Who has let this window in before, and so is to be waited for. */
  private isAcquainted = false;
  private complained: string | undefined;

  constructor(
    private readonly deps: HostReconnectorDeps,
    private readonly watcher: LinkWatcher,
  ) {
    this.timer = this.store.add(new Timer(deps.clock));
  }

  get contact(): Contact | undefined {
    return this.current;
  }

  /** The host that is known, whether there is a connection to it or not. */
  get host(): FoundHost | undefined {
    return this.waiting?.host;
  }

  /** Looks for a host that runs; false where none does. @throws {SessionError} why one that does cannot be used. */
  async find(): Promise<boolean> {
    const found = this.host ?? (await this.deps.access.find());
    if (found && !this.store.isDisposed) {
      await this.follow(found);
    }
    return found !== undefined;
  }

  /** The contact with the host that is known, once there is one again. @throws {SessionError} where it is gone. */
  async ready(): Promise<Contact> {
    if (!this.waiting) {
      throw new SessionError('ILLEGAL_STATE', 'There is no session host: a start would start one.');
    }
    return this.current ?? this.waiting.contact;
  }

  /** The same, with a host that is started where none runs. */
  async ensure(): Promise<Contact> {
    if (this.store.isDisposed) {
      throw windowClosedError();
    }
    if (this.waiting) {
      return this.ready();
    }
    this.starting ??= this.start().finally(() => (this.starting = undefined));
    return this.starting;
  }

  dispose(): void {
    this.store.dispose();
    this.waiting?.reject(windowClosedError());
    this.current?.connection.dispose();
    this.waiting = undefined;
    this.current = undefined;
  }

  private async start(): Promise<Contact> {
    for (let tries = 1; ; tries++) {
      try {
        return await this.follow(this.host ?? (await this.deps.access.ensure()));
      } catch (error) {
        // One that ended itself just as it was found, for nobody needed it.
        if (tries >= START_TRIES || !SessionError.is(error, 'SESSION_EXITED')) {
          throw error;
        }
      }
    }
  }

  private follow(host: FoundHost): Promise<Contact> {
    if (this.store.isDisposed) {
      return Promise.reject(windowClosedError());
    }
    if (!this.waiting) {
      this.isAcquainted = false;
      this.waiting = waitFor(host);
      this.watcher.handleWatched(host);
      void this.run(host);
    }
    return this.waiting.contact;
  }

  /** Makes one connection after the other until the host is gone, or refuses who has never been in. */
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

  /** A host whose files were removed listens elsewhere by now. */
  private async pathOf(host: FoundHost): Promise<string> {
    const found = await this.deps.access.find(host);
    return found?.host === host.host ? found.socketPath : host.socketPath;
  }

  /** One connection, until it is closed; whether it was a good one. */
  private async connectOnce(host: FoundHost, path: string): Promise<boolean> {
    const { clock, connect, self } = this.deps;
    const connection = new HostConnection(await connect(path));
    if (!this.isFollowing(host)) {
      connection.dispose();
      return false;
    }
    try {
      const { token } = host;
      const welcome = await connection.greet({ ...self, token, protocol: PROTOCOL_VERSION });
      const since = clock.monotonic();
      this.handleContact({ connection, welcome });
      const error = await connection.closed;
      this.handleDropped(error);
      return clock.monotonic() - since >= STEADY_MS;
    } finally {
      connection.dispose();
    }
  }

  private handleContact(contact: Contact): void {
    if (!this.waiting || this.store.isDisposed) {
      contact.connection.dispose();
      return;
    }
    this.isAcquainted = true;
    this.complained = undefined;
    this.current = contact;
    this.watcher.handleContact(contact);
    this.waiting.resolve(contact);
  }

  private handleDropped(error: Error | undefined): void {
    if (!this.waiting || this.store.isDisposed) {
      return;
    }
    this.current = undefined;
    this.waiting = waitFor(this.waiting.host);
    const why = error ? `: ${error.message}` : '';
    this.deps.logger.info(`The connection to the session host was closed${why}.`);
    this.watcher.handleDropped();
  }

  private handleRefused(host: FoundHost, error: unknown, passedMs: number): void {
    if (!this.isFollowing(host)) {
      return;
    }
    const message = toMessage(error);
    if (!this.isAcquainted && (!isPassing(error) || passedMs >= FIRST_CONTACT_MS)) {
      this.giveUp(host, outOfReach(host, message));
    } else if (this.complained !== message) {
      this.complained = message;
      this.deps.logger.info(`The session host, process ${host.pid}, is tried again: ${message}`);
    }
  }

  private handleGone(host: FoundHost): void {
    const { waiting } = this;
    this.waiting = undefined;
    this.watcher.handleGone(host);
    waiting?.reject(hostGoneError(host.pid));
  }

  private giveUp(host: FoundHost, error: SessionError): void {
    if (this.isFollowing(host)) {
      const { waiting } = this;
      this.waiting = undefined;
      this.watcher.handleGivenUp();
      waiting?.reject(error);
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
  const { promise: contact, resolve, reject } = new Deferred<Contact>();
  // Who waits learns of it; nobody has to.
  contact.catch(() => {});
  return { host, contact, resolve, reject };
}

/** Whether a socket may be there in a moment, unlike one who refuses. */
function isPassing(error: unknown): boolean {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem || error instanceof ClosedError;
}

function outOfReach({ pid, socketPath }: FoundHost, why: string): SessionError {
  return new SessionError(
    'SPAWN_FAILED',
    `The session host of process ${pid} cannot be used at ${socketPath}: ${why.replace(/\.$/, '')}; restart it, or start the session in the window.`,
  );
}
