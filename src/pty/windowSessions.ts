import { SessionError } from '../base/errors';
import { Emitter } from '../base/event';
import { DisposableStore } from '../base/lifecycle';
import type { OwnedSessions } from './ownedSessions';
import { startWithLastScreen, type LastScreenStore } from './session/lastScreenSeed';
import type { SessionBackend } from './sessionBackend';
import { SessionBackends, type BackendPair } from './sessionBackends';
import type {
  ProgramSignal,
  SessionEvent,
  SessionHandle,
  SessionInfo,
  SessionService,
  SessionSpec,
} from './sessionService';
import type { Persistence } from './spawnMode';
import type { TrustGuard } from './trustGuard';

export interface WindowSessionsDeps {
  readonly backends: BackendPair;
  readonly owned: OwnedSessions;
  /**
   * Returns a spec that runs the program in tmux, or attaches to it where it runs there already.
   * @throws {SessionError} `UNSUPPORTED_PLATFORM`, with the reason.
   */
  readonly wrapInTmux: (spec: SessionSpec) => Promise<SessionSpec>;
  /**
   * @throws {SessionError} `SESSION_EXISTS` where something runs the session that this process cannot
   * use: another session host, or tmux without a window.
   */
  readonly requireNotInOtherHost: (id: string) => Promise<void>;
  readonly lastScreens: LastScreenStore;
  readonly guard: Pick<TrustGuard, 'require'>;
}

/**
 * The sessions that this window owns, whichever backend runs them. A session host also runs those of
 * other windows, which are listed apart. `create` owns what it starts. `acquire` owns a session that
 * runs already, and emits it as created. `release` emits it as removed and does not end it.
 */
export class WindowSessions implements SessionService {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<SessionEvent>());
  private readonly didSignal = this.store.add(new Emitter<ProgramSignal>());
  private readonly didChangeOthers = this.store.add(new Emitter<SessionEvent>());
  private readonly didRelease = this.store.add(new Emitter<SessionInfo>());
  private readonly backends: SessionBackends;
  /** The ids of sessions that are being started. */
  private readonly starting = new Set<string>();
  private isClosing = false;

  readonly onDidChange = this.didChange.event;
  readonly onDidSignal = this.didSignal.event;
  /** Changes of sessions that this window does not own. */
  readonly onDidChangeOthers = this.didChangeOthers.event;
  /** A session that continues is not owned any more. */
  readonly onDidRelease = this.didRelease.event;

  constructor(private readonly deps: WindowSessionsDeps) {
    this.backends = new SessionBackends(deps.backends);
    for (const backend of this.backends.all) {
      this.store.add(backend);
      this.store.add(backend.onDidChange((event) => this.handleEvent(backend, event)));
      this.store.add(backend.onDidSignal((signal) => this.handleSignal(backend, signal)));
    }
  }

  /** Whether a session of that id is this window's, also before it has started. */
  owns(id: string): boolean {
    return this.deps.owned.has(id);
  }

  /** The sessions of the backends that this window does not own. */
  listOthers(): readonly SessionInfo[] {
    return this.backends.all
      .flatMap((backend) => backend.list())
      .filter(({ id }) => !this.owns(id));
  }

  /** One of {@link listOthers}. */
  getOther(id: string): SessionInfo | undefined {
    return this.owns(id) ? undefined : this.backends.with(id)?.get(id);
  }

  /** Ends one of {@link listOthers}. An owned or unknown id does nothing. */
  async killOther(id: string): Promise<void> {
    if (!this.owns(id)) {
      await this.backends.with(id)?.find(id)?.kill();
    }
  }

  /** Owns one of {@link listOthers}; undefined if the id is none of them, or the window closes. */
  acquire(id: string): SessionInfo | undefined {
    const backend = this.isClosing || this.owns(id) ? undefined : this.backends.with(id);
    const session = backend?.get(id);
    if (backend && session) {
      this.deps.owned.add(id, backend);
      this.didChange.fire({ type: 'created', session });
    }
    return session;
  }

  /** Releases an owned session; for any other id it does nothing. */
  release(id: string): void {
    const session = this.get(id);
    if (session) {
      this.deps.owned.delete(id);
      this.didChange.fire({ type: 'removed', session });
      this.didRelease.fire(session);
    }
  }

  /**
   * @throws {SessionError} what `SessionService.create` throws; `SESSION_EXISTS`, too, where
   * another window has it; `UNTRUSTED`.
   */
  create(spec: SessionSpec): Promise<SessionInfo> {
    const { id } = spec;
    return this.startOnce(spec, async () => {
      this.deps.owned.add(id, this.backends.for(spec.persistence));
      try {
        return await this.start(spec);
      } catch (error) {
        this.deps.owned.delete(id);
        throw error;
      }
    });
  }

  /**
   * Starts a session that continues a program in tmux, without owning it. @throws as {@link
   * create}.
   */
  open(spec: SessionSpec): Promise<SessionInfo> {
    return this.startOnce(spec, () => this.start(spec));
  }

  requireRoom(persistence?: Persistence, count?: number): void {
    this.backends.for(persistence).requireRoom(count);
  }

  /**
   * See {@link WindowSessionsDeps.requireNotInOtherHost}. Must be called before the start of a session
   * whose id may be known is planned: a plan may write the session's files.
   */
  requireNotInOtherHost(id: string): Promise<void> {
    return this.deps.requireNotInOtherHost(id);
  }

  get(id: string): SessionInfo | undefined {
    return this.deps.owned.backendOf(id)?.get(id);
  }

  list(): readonly SessionInfo[] {
    return this.backends.all.flatMap((backend) =>
      backend.list().filter(({ id }) => this.deps.owned.backendOf(id) === backend),
    );
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  find(id: string): SessionHandle | undefined {
    return this.deps.owned.backendOf(id)?.find(id);
  }

  /**
   * From the call on, no event is emitted for sessions that outlive the window: it only disconnects
   * from them.
   */
  async shutdown(timeoutMs: number): Promise<void> {
    this.isClosing = true;
    await Promise.all(this.backends.all.map((backend) => backend.shutdown(timeoutMs)));
  }

  dispose(): void {
    this.store.dispose();
  }

  private handleEvent(backend: SessionBackend, event: SessionEvent): void {
    const { id, persistence } = event.session;
    if (this.deps.owned.backendOf(id) !== backend) {
      this.didChangeOthers.fire(event);
      return;
    }
    if (!this.isClosing || persistence === 'window') {
      this.didChange.fire(event);
    }
    if (event.type === 'removed') {
      this.deps.owned.delete(id);
    }
  }

  private handleSignal(backend: SessionBackend, signal: ProgramSignal): void {
    if (this.deps.owned.backendOf(signal.id) === backend) {
      this.didSignal.fire(signal);
    }
  }

  private async startOnce(
    { id, program }: SessionSpec,
    start: () => Promise<SessionInfo>,
  ): Promise<SessionInfo> {
    // A program that already runs in tmux is only shown again.
    if (program.tmux?.start !== 'attach') {
      this.deps.guard.require();
    }
    if (this.owns(id) || this.starting.has(id)) {
      throw new SessionError(
        'SESSION_EXISTS',
        `Session ${id} already exists: attach to it, or choose another id.`,
      );
    }
    this.starting.add(id);
    try {
      await this.clearEnded(id);
      return await start();
    } finally {
      this.starting.delete(id);
    }
  }

  /**
   * An ended session of another window stays listed for a while, and would refuse the id to the
   * next one.
   */
  private async clearEnded(id: string): Promise<void> {
    const other = this.getOther(id);
    if (other?.state === 'terminated') {
      await this.killOther(id);
    } else if (other) {
      throw new SessionError(
        'SESSION_EXISTS',
        `Session ${id} already runs in another window. Continue there, or open it from its row.`,
      );
    }
  }

  private async start(spec: SessionSpec): Promise<SessionInfo> {
    const { wrapInTmux, lastScreens } = this.deps;
    return startWithLastScreen(spec, lastScreens, async (seeded) =>
      this.backends
        .for(spec.persistence)
        .create(spec.persistence === 'tmux' ? await wrapInTmux(seeded) : seeded),
    );
  }
}
