import { settledWithin } from '../../base/clock';
import { SessionError } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { AwakeScreens } from '../screen/awakeScreens';
import { createLocalHandle } from './localHandle';
import type { ProgramSpec } from '../ptyProcess';
import { ScreenTurns } from '../screen/screenTurns';
import { Session, type SessionChange, type SessionDeps } from './session';
import type { SessionBackend } from '../sessionBackend';
import type {
  ProgramSignal,
  SessionEvent,
  SessionHandle,
  SessionInfo,
  SessionSpec,
} from '../sessionService';
import { StartTurns } from './startTurns';
import type { Survivor } from '../process/terminate';

/** The limits of one place that holds sessions, read anew each time they matter. */
export interface SessionLimits {
  /** Sessions at once; exited ones count until they are reaped. */
  readonly maxSessions: number;
  /** How long an exited session stays in the list. */
  readonly exitedRetentionMs: number;
}

export interface SessionManagerDeps extends Omit<SessionDeps, 'turns' | 'awake'> {
  readonly limits: () => SessionLimits;
  /**
   * Finds the program's file and checks its cwd; gives the program with its absolute path.
   * @throws {SessionError} `CWD_NOT_FOUND`, `CLI_NOT_FOUND`.
   */
  readonly checkProgram: (program: ProgramSpec) => Promise<ProgramSpec>;
  /** Ends a program and all that it started, bounded; gives what survived. */
  readonly endProgram: (pid: number, env: ProgramSpec['env']) => Promise<readonly Survivor[]>;
  /** Ends what a session that somebody ends has left on another machine or in tmux, bounded; never rejects. */
  readonly endRemote?: ((spec: SessionSpec) => Promise<void>) | undefined;
  /** The number of its first session's generation, 1 by default: apart from those of any service before it. */
  readonly firstGeneration?: number | undefined;
}

/** From a program's end until its exit is told, at most, in milliseconds. */
const EXIT_TOLD_WITHIN_MS = 500;

interface SessionRecord {
  readonly spec: SessionSpec;
  readonly session: Session;
  readonly handle: SessionHandle;
  readonly store: DisposableStore;
  /** Whether others were told of it. */
  isCreated: boolean;
  ending?: Promise<void>;
}

/** Runs the sessions whose PTYs live in this process: starts, lists and ends them. */
export class SessionManager implements SessionBackend {
  private readonly store = new DisposableStore();
  private readonly records = new Map<string, SessionRecord>();
  /** In the order in which they did. */
  private readonly exited = new Set<SessionRecord>();
  private readonly didChange: Emitter<SessionEvent>;
  private readonly didSignal: Emitter<ProgramSignal>;
  /** All screens share the event loop, and a place in memory. */
  private readonly screens = { turns: new ScreenTurns(), awake: new AwakeScreens() };
  private readonly startTurns = new StartTurns();
  private nextGeneration: number;
  private isClosing = false;
  readonly onDidChange;
  readonly onDidSignal;

  constructor(private readonly deps: SessionManagerDeps) {
    const handleError = (error: unknown): void =>
      deps.logger.error('A listener of the sessions failed.', error);
    this.nextGeneration = deps.firstGeneration ?? 1;
    this.didChange = this.store.add(new Emitter(handleError));
    this.didSignal = this.store.add(new Emitter(handleError));
    this.onDidChange = this.didChange.event;
    this.onDidSignal = this.didSignal.event;
  }

  async create(spec: SessionSpec): Promise<SessionInfo> {
    // The place is taken before the first await, so that two starts at once cannot share it.
    const record = this.reserve(spec);
    try {
      const program = await this.deps.checkProgram(spec.program);
      await this.startTurns.next();
      this.requireOpen(record);
      record.session.start(program);
    } catch (error) {
      this.remove(record);
      throw error;
    }
    this.deps.logger.info(`Session ${spec.id} started: ${record.session.snapshot.exec}`);
    record.isCreated = true;
    this.fire('created', record);
    return record.session.snapshot;
  }

  requireRoom(): void {
    const { maxSessions } = this.deps.limits();
    const running = [...this.records.values()].filter((record) => !hasExited(record));
    if (running.length >= maxSessions) {
      throw new SessionError(
        'MAX_SESSIONS',
        `The limit of sessions at once (${maxSessions}) is reached: end one, or raise the setting agentTerminals.maxSessions.`,
      );
    }
  }

  get(id: string): SessionInfo | undefined {
    return this.records.get(id)?.session.snapshot;
  }

  list(): readonly SessionInfo[] {
    return [...this.records.values()].map(({ session }) => session.snapshot);
  }

  find(id: string): SessionHandle | undefined {
    return this.records.get(id)?.handle;
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
      throw new SessionError(
        'ILLEGAL_STATE',
        `Session ${spec.id} was not started because its window is closing. Start it in another window.`,
      );
    }
    if (this.records.has(spec.id)) {
      throw new SessionError('SESSION_EXISTS', `Session ${spec.id} is already there.`);
    }
    this.makeRoom();
    const store = this.store.add(new DisposableStore());
    const deps = { ...this.deps, ...this.screens };
    const session = store.add(new Session(deps, spec, this.nextGeneration++));
    const handle = createLocalHandle(session, () => this.end(record));
    const record: SessionRecord = { spec, session, handle, store, isCreated: false };
    store.add(session.onDidChange((change) => this.handleChange(record, change)));
    const { id, generation } = session.snapshot;
    store.add(
      session.onDidSignal((osc) => this.didSignal.fire({ id, generation, kind: 'osc', ...osc })),
    );
    this.records.set(spec.id, record);
    return record;
  }

  /** Short jobs must not lock people out: what exited first goes before a start is refused. */
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

  /** Never rejects: whatever happens, the session is removed, its exit told before. */
  private async endNow(record: SessionRecord): Promise<void> {
    const { session } = record;
    // What outlives its connection outlives its window, too.
    const isOver = this.isClosing || session.snapshot.state === 'terminated';
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
    const { pid } = session.snapshot;
    if (pid !== null) {
      await this.endProgram(record, pid);
      // A program that is gone may be a zombie still: its status is told a moment later.
      await settledWithin(this.deps.clock, EXIT_TOLD_WITHIN_MS, exited);
      session.endUnseen();
    }
    await remoteEnd;
    this.remove(record);
  }

  private async endProgram({ spec }: SessionRecord, pid: number): Promise<void> {
    try {
      const { tmux, env } = spec.program;
      // In tmux its client alone runs here; what carries the session's marker is the remote machine.
      const survivors = await this.deps.endProgram(pid, tmux ? {} : env);
      for (const { pid: survivor, command } of survivors) {
        this.deps.logger.warn(`Process ${survivor} of ${spec.id} would not end: ${command}`);
      }
    } catch (error) {
      this.deps.logger.error(`The programs of ${spec.id} could not be ended for certain.`, error);
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

  /** A session that was killed, or a manager that was shut down, while its program was looked for. */
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
  return session.snapshot.state === 'terminated';
}
