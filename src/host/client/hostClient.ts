import type { RequestType } from 'vscode-jsonrpc/node';
import { settledWithin } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { toDisposable, type Disposable } from '../../base/lifecycle';
import { clampDimensions } from '../../pty/ptyDimensions';
import type { Dimensions } from '../../pty/ptyProcess';
import type {
  AttachOptions,
  Attachment,
  SessionInfo,
  SessionService,
  SessionSignal,
  SessionSpec,
  VisibleScreen,
} from '../../pty/sessionService';
import {
  COLOURED_TEXT,
  KILL,
  REPORT,
  SCREEN,
  STOP,
  TEXT,
  type CallFault,
  type HostReport,
  type TextCall,
  type Welcome,
} from '../protocol/calls';
import type { ClientNote } from '../protocol/notes';
import { HostCalls } from './hostCalls';
import type { HostConnection } from './hostConnection';
import { hostLingersError, letGoError, noSessionError } from './hostErrors';
import type { HostHealth } from './hostHealth';
import { HostMessageRouter, type HostMessageRouterDeps } from './hostMessageRouter';
import { inputNote } from './hostViewers';
import { END_LIMIT_MS } from './limits';
import { isReport, isVisibleScreen } from './parseAnswers';
import { isString } from './shape';

export type HostClientDeps = HostMessageRouterDeps;

const NO_SCROLLBACK = { scrollback: 0 } as const;

/**
 * The sessions of this window that live in the session host, as if they lived here. It takes a host
 * of another version as it is; one of another protocol is left alone.
 */
export class HostClient implements SessionService {
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

  /** Viewers in this window that have not left. */
  get viewerCount(): number {
    return this.relay.viewers.count;
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
      throw letGoError();
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

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  async attach(id: string, options: AttachOptions): Promise<Attachment> {
    return this.relay.viewers.attach(this.require(id), options);
  }

  text(id: string, options: { readonly scrollback: number } = NO_SCROLLBACK): Promise<string> {
    return this.read(TEXT, { id, ...options }, isString);
  }

  colouredText(
    id: string,
    options: { readonly scrollback: number } = NO_SCROLLBACK,
  ): Promise<string> {
    return this.read(COLOURED_TEXT, { id, ...options }, isString);
  }

  screen(id: string): Promise<VisibleScreen> {
    return this.read(SCREEN, { id }, isVisibleScreen);
  }

  watchOutput(id: string, listener: (bytes: Uint8Array) => void): Disposable {
    const session = this.get(id);
    return session ? this.relay.watchers.watch(session, listener) : toDisposable(() => {});
  }

  write(id: string, data: string | Uint8Array): void {
    // A copy: the caller may use its buffer again before this one was taken.
    const content = typeof data === 'string' ? Buffer.from(data) : Uint8Array.from(data);
    const type = (): void => {
      if (this.has(id)) {
        this.relay.outbox.type(content.length, (seq) =>
          this.relay.connection()?.note(inputNote(id, content, seq)),
        );
      }
    };
    const creating = this.has(id) ? undefined : this.creating.get(id);
    if (creating) {
      creating.then(type, () => {});
    } else {
      type();
    }
  }

  resize(id: string, dimensions: Dimensions): void {
    const session = this.get(id);
    if (session) {
      // What is no number does not cross a socket.
      const wanted = clampDimensions(dimensions, session.dimensions);
      this.post({ note: 'resize', id, dimensions: wanted });
    }
  }

  relabel(id: string, label: string): void {
    this.post({ note: 'relabel', id, label });
  }

  signal(id: string, signal: SessionSignal): void {
    this.post({ note: 'signal', id, signal });
  }

  async kill(id: string): Promise<void> {
    const session = this.get(id);
    if (session || this.creating.has(id)) {
      await this.end(id, session);
    }
  }

  /** All that the host holds, of every window, as far as it is known. */
  listAll(): readonly SessionInfo[] {
    return this.relay.mirror.findAll();
  }

  /** Ends one of these, whoever has it; an unknown id is harmless. */
  async endAny(id: string): Promise<void> {
    const session = this.relay.mirror.find(id);
    if (session) {
      await this.end(id, session);
    }
  }

  /** Starts a host where none runs. @throws {SessionError} `SPAWN_FAILED`. */
  async start(): Promise<void> {
    await this.calls.bounded(this.relay.link.ensure());
  }

  /** `session`: as it is known by now, if it is. */
  private async end(id: string, session: SessionInfo | undefined): Promise<void> {
    // Asked again over another connection, it must not end the next session of that id.
    const ask = async (connection: HostConnection): Promise<void> => {
      if (this.relay.mirror.find(id)?.life === session?.life) {
        await connection.call(KILL, { id });
      }
    };
    try {
      if (!session) {
        await this.calls.bounded(this.relay.link.ensure());
      }
      await this.calls.ask({ name: `the end of ${id}`, ask, isAnswer: () => true });
    } catch (error) {
      // A host that is gone has ended it, too.
      if (!SessionError.is(error, 'SESSION_EXITED')) {
        throw error;
      }
    }
  }

  async shutdown(timeoutMs: number): Promise<void> {
    this.isClosing = true;
    const kills = this.list().map(({ id }) => this.kill(id));
    await settledWithin(this.deps.clock, timeoutMs, Promise.allSettled(kills));
  }

  /** Leaves the sessions to the host; what was typed reaches them, within `timeoutMs` milliseconds. */
  async letGo(timeoutMs: number): Promise<void> {
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

  private async read<R>(
    type: RequestType<TextCall, R, CallFault>,
    params: TextCall,
    isAnswer: (value: unknown) => boolean,
  ): Promise<R> {
    const { id } = this.require(params.id);
    const ask = (connection: HostConnection): Promise<R> => connection.call(type, params);
    return this.calls.ask({ name: `the ${type.method} of ${id}`, ask, isAnswer });
  }

  private post(note: Extract<ClientNote, { readonly id: string }>): void {
    if (this.has(note.id)) {
      this.relay.outbox.post(() => this.relay.connection()?.note(note));
    }
  }

  private require(id: string): SessionInfo {
    const session = this.get(id);
    if (!session) {
      throw noSessionError(id);
    }
    return session;
  }
}
