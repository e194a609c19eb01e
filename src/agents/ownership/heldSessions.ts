import { SessionError } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Dimensions } from '../../pty/ptyProcess';
import type {
  AttachOptions,
  Attachment,
  ProgramSignal,
  SessionEvent,
  SessionInfo,
  SessionService,
  SessionSignal,
  SessionSpec,
  VisibleScreen,
} from '../../pty/sessionService';
import type { Persistence } from '../../pty/spawnMode';

/**
 * The sessions that this window drives, of all that it can reach: a session host has those of other
 * windows, too. What it does not hold is not there, for whoever asks here. What it created it holds;
 * what others began it holds from {@link take} on, which tells of it as of one that has just begun,
 * until {@link letGo}, which tells of it as of one that has left the list, and ends nothing.
 */
export class HeldSessions implements SessionService {
  private readonly store = new DisposableStore();
  private readonly held = new Set<string>();
  private readonly didChange = this.store.add(new Emitter<SessionEvent>());
  private readonly didSignal = this.store.add(new Emitter<ProgramSignal>());
  private readonly didChangeOthers = this.store.add(new Emitter<SessionEvent>());
  private readonly didLetGo = this.store.add(new Emitter<SessionInfo>());
  private isClosing = false;

  readonly onDidChange = this.didChange.event;
  readonly onDidSignal = this.didSignal.event;
  /** What becomes of sessions that are not held here. */
  readonly onDidChangeOthers = this.didChangeOthers.event;
  /** A session that lives on is not held here any more. */
  readonly onDidLetGo = this.didLetGo.event;

  constructor(private readonly all: SessionService) {
    this.store.add(all.onDidChange((event) => this.handleEvent(event)));
    this.store.add(
      all.onDidSignal((signal) => this.held.has(signal.id) && this.didSignal.fire(signal)),
    );
  }

  /** Whether a session of that id is this window's, also before it is there. */
  holds(id: string): boolean {
    return this.held.has(id);
  }

  /** Those that can be reached and are not held here. */
  listOthers(): readonly SessionInfo[] {
    return this.all.list().filter(({ id }) => !this.held.has(id));
  }

  /** One of these. */
  getOther(id: string): SessionInfo | undefined {
    return this.held.has(id) ? undefined : this.all.get(id);
  }

  /** Ends one of these; harmless for one that is held here or unknown. */
  async killOther(id: string): Promise<void> {
    if (!this.held.has(id)) {
      await this.all.kill(id);
    }
  }

  /** Holds a session that is there already; gives it, or nothing where it is gone or held already. */
  take(id: string): SessionInfo | undefined {
    const session = this.isClosing ? undefined : this.getOther(id);
    if (session) {
      this.held.add(id);
      this.didChange.fire({ type: 'created', session });
    }
    return session;
  }

  /** One that is not held is harmless. */
  letGo(id: string): void {
    const session = this.get(id);
    if (session) {
      this.held.delete(id);
      this.didChange.fire({ type: 'removed', session });
      this.didLetGo.fire(session);
    }
  }

  /** @throws {SessionError} what `SessionService.create` throws; `SESSION_EXISTS`, too, where another window has it. */
  async create(spec: SessionSpec): Promise<SessionInfo> {
    const { id } = spec;
    if (this.held.has(id)) {
      return this.all.create(spec);
    }
    await this.clearEnded(id);
    this.held.add(id);
    try {
      return await this.all.create(spec);
    } catch (error) {
      this.held.delete(id);
      throw error;
    }
  }

  requireRoom(persistence?: Persistence): void {
    this.all.requireRoom(persistence);
  }

  get(id: string): SessionInfo | undefined {
    return this.held.has(id) ? this.all.get(id) : undefined;
  }

  list(): readonly SessionInfo[] {
    return this.all.list().filter(({ id }) => this.held.has(id));
  }

  has(id: string): boolean {
    return this.held.has(id) && this.all.has(id);
  }

  async attach(id: string, options: AttachOptions): Promise<Attachment> {
    return this.all.attach(this.require(id), options);
  }

  async text(id: string, options?: { readonly scrollback: number }): Promise<string> {
    return this.all.text(this.require(id), options);
  }

  async colouredText(id: string, options?: { readonly scrollback: number }): Promise<string> {
    return this.all.colouredText(this.require(id), options);
  }

  async screen(id: string): Promise<VisibleScreen> {
    return this.all.screen(this.require(id));
  }

  watchOutput(id: string, listener: (bytes: Uint8Array) => void): Disposable {
    return this.all.watchOutput(id, (bytes) => this.held.has(id) && listener(bytes));
  }

  write(id: string, data: string | Uint8Array): void {
    this.ifHeld(id)?.write(id, data);
  }

  resize(id: string, dimensions: Dimensions): void {
    this.ifHeld(id)?.resize(id, dimensions);
  }

  relabel(id: string, label: string): void {
    this.ifHeld(id)?.relabel(id, label);
  }

  signal(id: string, signal: SessionSignal): void {
    this.ifHeld(id)?.signal(id, signal);
  }

  async kill(id: string): Promise<void> {
    await this.ifHeld(id)?.kill(id);
  }

  /** From the call on nothing is told of those that outlive the window: they only lose sight of it. */
  async shutdown(timeoutMs: number): Promise<void> {
    this.isClosing = true;
    await this.all.shutdown(timeoutMs);
  }

  dispose(): void {
    this.store.dispose();
    this.all.dispose();
  }

  private handleEvent(event: SessionEvent): void {
    const { id, persistence } = event.session;
    if (!this.held.has(id)) {
      this.didChangeOthers.fire(event);
      return;
    }
    if (!this.isClosing || persistence === 'window') {
      this.didChange.fire(event);
    }
    if (event.type === 'removed') {
      this.held.delete(id);
    }
  }

  /** One that ended while no window held it is listed for a while, and would be in the next one's way. */
  private async clearEnded(id: string): Promise<void> {
    const other = this.getOther(id);
    if (other?.state === 'terminated') {
      await this.all.kill(id);
    } else if (other) {
      throw new SessionError(
        'SESSION_EXISTS',
        `Session ${id} already runs in another window. Continue there, or open it from its row.`,
      );
    }
  }

  private ifHeld(id: string): SessionService | undefined {
    return this.held.has(id) ? this.all : undefined;
  }

  /** @throws {SessionError} `SESSION_NOT_FOUND`. */
  private require(id: string): string {
    if (!this.held.has(id)) {
      throw new SessionError('SESSION_NOT_FOUND', `There is no session ${id} in this window.`);
    }
    return id;
  }
}
