import { settledWithin } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import type { Screens } from '../screen/screens';
import type { ProgramSpec } from '../ptyProcess';
import { Session, type SessionChange } from './session';
import type { SessionDeps } from './sessionDeps';
import { notStartedError, type SessionBackend } from '../sessionBackend';
import { requireRoomFor } from '../sessionLimit';
import { isRunning } from '../liveAgent';
import type {
  ProgramSignal,
  SessionEvent,
  SessionHandle,
  SessionInfo,
  SessionSpec,
} from '../sessionService';
import { StartQueue } from './startQueue';
import type { Survivor } from '../process/terminate';

/** The limits of one backend. */
export interface SessionLimits {
  /** The most running sessions. Exited sessions in the list make room for new ones. */
  readonly maxSessions: number;
  /** How long an exited session stays in the list; milliseconds. */
  readonly exitedRetentionMs: number;
}

export interface SessionManagerDeps extends SessionDeps {
  /** Disposed with the manager. */
  readonly screens: Screens;
  /** Called at each use, so that changed settings apply at once. */
  readonly limits: () => SessionLimits;
  /**
   * Finds the program's file and checks its cwd. Returns the program with its file's absolute path.
   * @throws {SessionError} `CWD_NOT_FOUND`, `CLI_NOT_FOUND`.
   */
  readonly checkProgram: (program: ProgramSpec) => Promise<ProgramSpec>;
  /** Ends a program and everything that it started, within a time limit. Returns the survivors. */
  readonly endProgram: (pid: number, env: ProgramSpec['env']) => Promise<readonly Survivor[]>;
  /**
   * Ends the programs of a killed session on another machine or in tmux, within a time limit. Never
   * rejects.
   */
  readonly endRemote?: ((spec: SessionSpec) => Promise<void>) | undefined;
  /**
   * The generation of its first session; defaults to 1. Must be above those of earlier services, so
   * that no number is used twice.
   */
  readonly firstGeneration?: number | undefined;
}

/** The longest wait for a program that outlives its window to receive its input; milliseconds. */
const SETTLE_LIMIT_MS = 500;

/** The longest wait for the exit of a program that has ended; milliseconds. */
const EXIT_DELAY_LIMIT_MS = 500;

interface SessionRecord {
  readonly spec: SessionSpec;
  readonly session: Session;
  readonly store: DisposableStore;
  /** Whether `created` was emitted. No other event is emitted before. */
  isCreated: boolean;
  ending?: Promise<void>;
}

/** Starts, lists and ends the sessions whose PTYs live in this process. */
export class SessionManager implements SessionBackend {
  private readonly store = new DisposableStore();
  private readonly records = new Map<string, SessionRecord>();
  /** In the order of their exits. */
  private readonly exited = new Set<SessionRecord>();
  private readonly didChange: Emitter<SessionEvent>;
  private readonly didSignal: Emitter<ProgramSignal>;
  private readonly startQueue = new StartQueue();
  private nextGeneration: number;
  private isClosing = false;
  readonly onDidChange;
  readonly onDidSignal;

  constructor(private readonly deps: SessionManagerDeps) {
    const handleError = (error: unknown): void =>
      deps.logger.error('A listener of the sessions failed.', error);
    this.nextGeneration = deps.firstGeneration ?? 1;
    this.store.add(deps.screens);
    this.didChange = this.store.add(new Emitter(handleError));
    this.didSignal = this.store.add(new Emitter(handleError));
    this.onDidChange = this.didChange.event;
    this.onDidSignal = this.didSignal.event;
  }

  async create(spec: SessionSpec): Promise<SessionInfo> {
    // Reserved before the first await, so that two starts at once cannot take the same place.
    const record = this.reserve(spec);
    try {
      const program = await this.deps.checkProgram(spec.program);
      await this.startQueue.next();
      this.requireOpen(record);
      record.session.start(program);
    } catch (error) {
      this.remove(record);
      throw error;
    }
    this.deps.logger.info(`Session ${spec.id} started.`);
    record.isCreated = true;
    this.fire('created', record);
    return record.session.snapshot;
  }

  requireRoom(count = 1): void {
    const running = [...this.records.values()].filter((record) => !hasExited(record)).length;
    requireRoomFor(count, { running, maxSessions: this.deps.limits().maxSessions });
  }

  get(id: string): SessionInfo | undefined {
    return this.records.get(id)?.session.snapshot;
  }

  list(): readonly SessionInfo[] {
    return [...this.records.values()].map(({ session }) => session.snapshot);
  }

  find(id: string): SessionHandle | undefined {
    return this.records.get(id)?.session;
  }

  async shutdown(timeoutMs: number): Promise<void> {
    this.isClosing = true;
    const ended = Promise.allSettled([...this.records.values()].map((record) => this.end(record)));
    await settledWithin(this.deps.clock, timeoutMs, ended);
    for (const record of [...this.records.values()]) {
      this.deps.logger.warn(`Session ${record.spec.id} did not end within ${timeoutMs} ms.`);
      this.remove(record);
    }
  }

  dispose(): void {
    this.isClosing = true;
    this.store.dispose();
    this.records.clear();
    this.exited.clear();
  }

  private reserve(spec: SessionSpec): SessionRecord {
    if (this.isClosing) {
      throw notStartedError(spec.id);
    }
    if (this.records.has(spec.id)) {
      throw new SessionError(
        'SESSION_EXISTS',
        `Session ${spec.id} already exists: attach to it, or choose another id.`,
      );
    }
    this.makeRoom();
    const store = this.store.add(new DisposableStore());
    const session = store.add(this.createSession(spec, () => this.end(record)));
    const record: SessionRecord = { spec, session, store, isCreated: false };
    store.add(session.onDidChange((change) => this.handleChange(record, change)));
    const { id, generation } = session.snapshot;
    store.add(
      session.onDidSignal((osc) => this.didSignal.fire({ id, generation, kind: 'osc', ...osc })),
    );
    this.records.set(spec.id, record);
    return record;
  }

  private createSession(spec: SessionSpec, kill: () => Promise<void>): Session {
    return new Session(this.deps, spec, this.nextGeneration++, kill);
  }

  /**
   * Removes the oldest exited sessions if the list is full, so that they do not block new starts.
   */
  private makeRoom(): void {
    this.requireRoom();
    const { maxSessions } = this.deps.limits();
    const surplus = this.records.size + 1 - maxSessions;
    [...this.exited].slice(0, Math.max(0, surplus)).forEach((record) => this.remove(record));
  }

  private handleChange(record: SessionRecord, change: SessionChange): void {
    if (this.records.get(record.spec.id) !== record || !record.isCreated) {
      return;
    }
    if (change === 'exit') {
      this.exited.add(record);
    }
    this.fire(change, record);
    if (change === 'exit' && !record.ending) {
      record.store.add(this.reapLater(record));
    }
  }

  private reapLater(record: SessionRecord): Disposable {
    const { exitedRetentionMs } = this.deps.limits();
    return this.deps.clock.schedule(exitedRetentionMs, () => this.remove(record));
  }

  private end(record: SessionRecord): Promise<void> {
    record.ending ??= this.endNow(record);
    return record.ending;
  }

  /** Never rejects. Emits the exit, then removes the session, even if its programs survive. */
  private async endNow(record: SessionRecord): Promise<void> {
    const { session } = record;
    // A session that outlives its connection also outlives its window, so closing does not end it.
    const isOver = this.isClosing || !isRunning(session.snapshot);
    const remoteEnd = isOver ? undefined : this.deps.endRemote?.(record.spec);
    session.handleKill();
    const exited = new Promise<void>((resolve) => {
      record.store.add(
        session.onDidChange((change) => {
          if (change === 'exit') {
            resolve();
          }
        }),
      );
    });
    const settled = this.isClosing ? session.settle() : undefined;
    if (settled) {
      await settledWithin(this.deps.clock, SETTLE_LIMIT_MS, settled);
    }
    // Read after the wait: the pid of a program that has ended meanwhile may belong to another one.
    const { pid } = session.snapshot;
    if (pid !== null) {
      await this.endProgram(record, pid);
      // An ended program may still be a zombie, whose exit is reported a moment later.
      await settledWithin(this.deps.clock, EXIT_DELAY_LIMIT_MS, exited);
      session.endUnseen();
    }
    await remoteEnd;
    this.remove(record);
  }

  private async endProgram({ spec }: SessionRecord, pid: number): Promise<void> {
    try {
      const { tmux, env } = spec.program;
      // For tmux only the client is ended here; `endRemote` ends programs with the session's marker.
      const survivors = await this.deps.endProgram(pid, tmux ? {} : env);
      for (const { pid: survivor, command } of survivors) {
        // Its arguments may contain a prompt.
        const [file] = command.split(' ');
        this.deps.logger.warn(`Process ${survivor} of ${spec.id} did not end: ${file}`);
      }
    } catch (error) {
      this.deps.logger.error(
        `Programs of ${spec.id} may still run, since ending them failed.`,
        error,
      );
    }
  }

  private remove(record: SessionRecord): void {
    if (this.records.get(record.spec.id) !== record) {
      return;
    }
    this.records.delete(record.spec.id);
    this.exited.delete(record);
    this.store.delete(record.store);
    if (record.isCreated) {
      this.fire('removed', record);
    }
  }

  /**
   * @throws {SessionError} `SESSION_EXITED` if the session was killed, or the manager shut down,
   * during the search for its program.
   */
  private requireOpen(record: SessionRecord): void {
    if (this.records.get(record.spec.id) !== record) {
      throw new SessionError(
        'SESSION_EXITED',
        `Session ${record.spec.id} was ended before it had started.`,
      );
    }
  }

  private fire(type: SessionEvent['type'], record: SessionRecord): void {
    this.didChange.fire({ type, session: record.session.snapshot });
  }
}

function hasExited({ session }: SessionRecord): boolean {
  return !isRunning(session.snapshot);
}
