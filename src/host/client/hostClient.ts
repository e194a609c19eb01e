import { settledWithin } from '../../base/clock';
import { SessionError } from '../../base/errors';
import type { SessionBackend } from '../../pty/sessionBackend';
import type { SessionInfo, SessionSpec } from '../../pty/sessionService';
import { REPORT, STOP, type HostReport, type Welcome } from '../protocol/calls';
import { HostedSession } from './hostedSession';
import { HostCalls } from './hostCalls';
import type { HostConnection } from './hostConnection';
import { hostLingersError, windowClosedError } from './hostErrors';
import type { HostHealth } from './hostHealth';
import { HostMessageRouter, type HostMessageRouterDeps } from './hostMessageRouter';
import { END_LIMIT_MS } from './limits';
import { isReport } from './parseAnswers';

export type HostClientDeps = HostMessageRouterDeps;

/**
 * The sessions of this window that live in the session host, as if they lived here. It takes a host
 * of another version as it is; one of another protocol is left alone.
 */
export class HostClient implements SessionBackend {
  private readonly relay: HostMessageRouter;
  private readonly calls: HostCalls;
  /** Sessions of no folder are of the window that began them. */
  private readonly begun = new Set<string>();
  /** Those that the host has not told of yet. */
  private readonly creating = new Map<string, Promise<SessionInfo>>();
  private keepsScreens: boolean | undefined;
  private isClosing = false;
  readonly onDidChange;
  readonly onDidSignal;
  /** A host hangs, is well again, or is gone. */
  readonly onDidChangeHealth;

  constructor(private readonly deps: HostClientDeps) {
    const isOurs = (session: SessionInfo): boolean =>
      deps.isOurs(session) || (session.folder === null && this.begun.has(session.id));
    this.relay = new HostMessageRouter({ ...deps, isOurs });
    this.calls = new HostCalls({ ...this.relay, clock: deps.clock });
    this.onDidChange = this.relay.mirror.onDidChange;
    this.onDidChange(({ type, session }) => type === 'removed' && this.begun.delete(session.id));
    this.onDidSignal = this.relay.onDidSignal;
    this.onDidChangeHealth = this.relay.health.onDidChange;
  }

  /** The host as it told of itself, with what it can; undefined while none is known. */
  get host(): Welcome | undefined {
    return this.relay.host;
  }

  get health(): HostHealth {
    return this.relay.health.health;
  }

  /**
   * Takes up what a running host holds of this window, if any runs; starts none.
   * @throws {SessionError} why a host that runs cannot be used.
   */
  async connect(): Promise<void> {
    this.removeUnwantedScreens();
    await this.calls.bounded(this.relay.link.find());
  }

  /** The window's folders or the limits have changed: sessions may come and go, none begins or ends. */
  refresh(): void {
    this.relay.mirror.refresh();
    this.relay.tellLimits();
    this.removeUnwantedScreens();
  }

  /** What the host is like now. @throws {SessionError} where there is none, or it does not answer. */
  report(): Promise<HostReport> {
    const ask = (connection: HostConnection): Promise<HostReport> => connection.callPlainly(REPORT);
    return this.calls.ask({ name: 'its report', ask, isAnswer: isReport });
  }

  /**
   * Ends all sessions of the host, of every window, and then the host; settles once its process is
   * gone, so that a start that follows starts another one.
   * @throws {SessionError} `TIMEOUT` where it is there still after {@link END_LIMIT_MS}.
   */
  async stop(): Promise<void> {
    const ask = (connection: HostConnection): Promise<null> => connection.callPlainly(STOP);
    const { host } = this.relay.link;
    try {
      await this.calls.ask({ name: 'its end', ask, isAnswer: () => true });
    } catch (error) {
      // It was gone before its answer was read.
      if (!host || !SessionError.is(error, 'SESSION_EXITED')) {
        throw error;
      }
    }
    if (host && !(await this.relay.isLeft(host, END_LIMIT_MS))) {
      throw hostLingersError(host.pid);
    }
  }

  async create(spec: SessionSpec): Promise<SessionInfo> {
    if (this.isClosing) {
      throw windowClosedError();
    }
    if (this.relay.mirror.find(spec.id)) {
      throw new SessionError('SESSION_EXISTS', `Session ${spec.id} is already there.`);
    }
    // Whether there is room the host knows best: what it told of may have ended since.
    this.relay.tellLimits();
    this.begun.add(spec.id);
    const creating = this.calls.create(spec);
    this.creating.set(spec.id, creating);
    try {
      // The host has told of it before it answers.
      return await creating;
    } catch (error) {
      this.begun.delete(spec.id);
      throw error;
    } finally {
      this.creating.delete(spec.id);
    }
  }

  requireRoom(): void {
    const { maxSessions } = this.deps.limits();
    const running = this.relay.mirror.findAll().filter(({ state }) => state !== 'terminated');
    if (running.length >= maxSessions) {
      throw new SessionError(
        'MAX_SESSIONS',
        `The limit of sessions at once in the session host (${maxSessions}) is reached: end one, or raise the setting agentTerminals.maxSessions.`,
      );
    }
  }

  get(id: string): SessionInfo | undefined {
    return this.relay.mirror.get(id);
  }

  list(): readonly SessionInfo[] {
    return this.relay.mirror.list();
  }

  find(id: string): HostedSession | undefined {
    const { relay, calls, creating } = this;
    const isKnown = this.get(id) !== undefined || creating.has(id);
    return isKnown ? new HostedSession(id, { relay, calls, creating }) : undefined;
  }

  /** All that the host holds, of every window, as far as it is known. */
  listAll(): readonly SessionInfo[] {
    return this.relay.mirror.findAll();
  }

  /** Ends one of these, whoever has it; an unknown id is harmless. */
  async endAny(id: string): Promise<void> {
    const session = this.relay.mirror.find(id);
    if (session) {
      await this.calls.end(id, session);
    }
  }

  /** Starts a host where none runs. @throws {SessionError} `SPAWN_FAILED`. */
  async start(): Promise<void> {
    await this.calls.bounded(this.relay.link.ensure());
  }

  /** Leaves the sessions to the host, after all keystrokes have reached it. */
  async shutdown(timeoutMs: number): Promise<void> {
    this.isClosing = true;
    if (this.relay.connection()) {
      await settledWithin(this.deps.clock, timeoutMs, this.relay.outbox.emptied());
    }
    this.dispose();
  }

  dispose(): void {
    this.isClosing = true;
    this.relay.dispose();
  }

  /** Once for each time that they are not wanted any more. */
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
