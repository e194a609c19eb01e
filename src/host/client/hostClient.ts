import { settledWithin } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { requireRoomFor } from '../../pty/sessionLimit';
import { notStartedError, type SessionBackend } from '../../pty/sessionBackend';
import { isRunning } from '../../pty/liveAgent';
import type { SessionInfo, SessionSpec } from '../../pty/sessionService';
import { REPORT, STOP, type HostReport, type Welcome } from '../protocol/calls';
import { HostedSession } from './hostedSession';
import { HostCalls } from './hostCalls';
import { hostStillRunningError } from './hostErrors';
import type { HostHealth } from './hostHealth';
import { HostMessageRouter, type HostMessageRouterDeps } from './hostMessageRouter';
import { END_LIMIT_MS } from './limits';

export interface HostClientDeps extends HostMessageRouterDeps {
  /**
   * Removes the last screens from disk after the setting was switched off. A host might not be
   * running.
   */
  readonly removeScreens?: (() => Promise<void>) | undefined;
}

/**
 * The sessions of this window that run in the session host. It uses a host of another version, but
 * not one of another protocol.
 */
export class HostClient implements SessionBackend {
  private readonly router: HostMessageRouter;
  private readonly calls: HostCalls;
  /** A session without a folder belongs to the window that created it. */
  private readonly createdIds = new Set<string>();
  /** The sessions whose creation the host has not reported yet. */
  private readonly creating = new Map<string, Promise<SessionInfo>>();
  private keepsScreens: boolean | undefined;
  private isClosing = false;
  readonly onDidChange;
  readonly onDidSignal;
  /** Fires when the host becomes unresponsive, responds again, or has ended. */
  readonly onDidChangeHealth;

  constructor(private readonly deps: HostClientDeps) {
    const isOurs = (session: SessionInfo): boolean =>
      deps.isOurs(session) || (session.folder === null && this.createdIds.has(session.id));
    this.router = new HostMessageRouter(deps, isOurs);
    this.calls = new HostCalls(this.router);
    this.onDidChange = this.router.mirror.onDidChange;
    this.onDidChange(
      ({ type, session }) => type === 'removed' && this.createdIds.delete(session.id),
    );
    this.onDidSignal = this.router.onDidSignal;
    this.onDidChangeHealth = this.router.health.onDidChange;
  }

  get host(): Welcome | undefined {
    return this.router.host;
  }

  get health(): HostHealth {
    return this.router.health.health;
  }

  /**
   * Connects to a running host, if there is one.
   * @throws {SessionError} if a running host cannot be used, with the reason.
   */
  async connect(): Promise<void> {
    this.removeUnwantedScreens();
    await this.calls.bounded(this.router.reconnector.find());
  }

  /** Call it after a change of the window's folders or limits: sessions may enter or leave the list. */
  refresh(): void {
    this.router.mirror.refresh();
    this.router.sendLimits();
    this.removeUnwantedScreens();
  }

  report(): Promise<HostReport> {
    return this.calls.request(REPORT, {});
  }

  /**
   * Ends all sessions of the host, of every window, then the host. Settles when its process has
   * ended, so that a later start starts a new host.
   * @throws {SessionError} `TIMEOUT` if it still runs after {@link END_LIMIT_MS}.
   */
  async stop(): Promise<void> {
    const { host, whenEnded } = this.router.reconnector;
    try {
      await this.calls.request(STOP, {});
    } catch (error) {
      // The host ended before its answer was read.
      if (!host || !SessionError.is(error, 'SESSION_EXITED')) {
        throw error;
      }
    }
    const { clock } = this.deps;
    if (host && (await settledWithin(clock, END_LIMIT_MS, whenEnded)) === 'timeout') {
      throw hostStillRunningError(host.pid);
    }
  }

  async create(spec: SessionSpec): Promise<SessionInfo> {
    if (this.isClosing) {
      throw notStartedError(spec.id);
    }
    if (this.router.mirror.find(spec.id)) {
      throw new SessionError(
        'SESSION_EXISTS',
        `Session ${spec.id} already exists: attach to it, or choose another id.`,
      );
    }
    // The host decides about the limit: sessions that it reported may have ended since.
    this.router.sendLimits();
    this.createdIds.add(spec.id);
    const creating = this.calls.create(spec);
    this.creating.set(spec.id, creating);
    try {
      // The host sends the event `created` before this answer.
      return await creating;
    } catch (error) {
      // Without an answer it may have started.
      if (!SessionError.is(error, 'ILLEGAL_STATE') && !SessionError.is(error, 'TIMEOUT')) {
        this.createdIds.delete(spec.id);
      }
      throw error;
    } finally {
      this.creating.delete(spec.id);
    }
  }

  requireRoom(count = 1): void {
    const { maxSessions } = this.deps.limits();
    const running = this.router.mirror.findAll().filter(isRunning);
    const where = ' in the session host';
    requireRoomFor(count, { running: running.length, maxSessions, where });
  }

  get(id: string): SessionInfo | undefined {
    return this.router.mirror.get(id);
  }

  list(): readonly SessionInfo[] {
    return this.router.mirror.list();
  }

  find(id: string): HostedSession | undefined {
    const { router, calls, creating } = this;
    const isKnown = this.get(id) !== undefined || creating.has(id);
    return isKnown ? new HostedSession(id, { router, calls, creating }) : undefined;
  }

  /** The sessions of every window. */
  listAll(): readonly SessionInfo[] {
    return this.router.mirror.findAll();
  }

  /** Ends a session of any window. */
  async endAny(id: string): Promise<void> {
    if (this.router.mirror.find(id)) {
      await this.calls.end(id);
    }
  }

  /** Starts a host if none is running. @throws {SessionError} `SPAWN_FAILED`. */
  async start(): Promise<void> {
    await this.calls.bounded(this.router.reconnector.ensure());
  }

  /** Disconnects once all input has reached the host. The sessions continue there. */
  async shutdown(timeoutMs: number): Promise<void> {
    this.isClosing = true;
    await settledWithin(this.deps.clock, timeoutMs, this.router.link.ping());
    this.dispose();
  }

  dispose(): void {
    this.isClosing = true;
    this.router.dispose();
  }

  /** Removes stored screens once after each change of the setting to off. */
  private removeUnwantedScreens(): void {
    const { limits, logger, removeScreens } = this.deps;
    const { keepScreensOnDisk } = limits();
    const isNew = keepScreensOnDisk !== this.keepsScreens;
    this.keepsScreens = keepScreensOnDisk;
    if (isNew && !keepScreensOnDisk) {
      removeScreens?.().catch((error: unknown) =>
        logger.warn('The last screens on disk could not be removed.', error),
      );
    }
  }
}
