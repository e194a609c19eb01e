import { Emitter, type Event } from '../../base/event';
import { DisposableStore } from '../../base/lifecycle';
import type { SessionLookup } from '../sessionBackend';
import type { SessionHandle, SessionInfo, SessionService } from '../sessionService';
import { withoutAnswers } from '../screen/escapes/terminalAnswers';

/**
 * A session in the shape of node-pty's `IPty`, for callers that use that interface. It is not a raw
 * PTY: after the exit every call does nothing, and `kill` ends everything that the session started.
 * Its reader may not be a terminal, so its input never answers the program's queries.
 */
export interface PtyHandle {
  /** -1 while no process runs. */
  readonly pid: number;
  readonly cols: number;
  readonly rows: number;
  /** The command line. */
  readonly process: string;
  /** Emits the output; the first events redraw the screen and all rows that are stored above it. */
  readonly onData: Event<string>;
  /** `exitCode` is 0 after a signal. `signal` is its name; node-pty emits its number. */
  readonly onExit: Event<{ readonly exitCode: number; readonly signal?: string }>;
  write(data: string | Uint8Array): void;
  resize(cols: number, rows: number): void;
  kill(): void;
}

type Used = 'attach' | 'kill' | 'resize' | 'write';
type Sessions = Pick<SessionService, 'get' | 'onDidChange'>;

/** Returns a handle on a session; undefined if no session has that id. */
export function createPtyHandle(
  sessions: Sessions & SessionLookup<Used>,
  id: string,
): PtyHandle | undefined {
  const [first, session] = [sessions.get(id), sessions.find(id)];
  return first && session && new SessionPtyHandle(sessions, first, session);
}

class SessionPtyHandle implements PtyHandle {
  constructor(
    private readonly sessions: Sessions,
    private readonly first: SessionInfo,
    private readonly session: Pick<SessionHandle, Used>,
  ) {}

  get pid(): number {
    return this.now.pid ?? -1;
  }

  get cols(): number {
    return this.now.dimensions.cols;
  }

  get rows(): number {
    return this.now.dimensions.rows;
  }

  get process(): string {
    return this.now.exec;
  }

  readonly onData: PtyHandle['onData'] = (listener) => {
    const store = new DisposableStore();
    if (!this.exists()) {
      return store;
    }
    const data = store.add(new Emitter<string>());
    data.event(listener);
    this.session
      .attach({ isTerminal: false, onData: (text) => data.fire(text), onExit() {} })
      // If the listener was removed meanwhile, the disposed store detaches it at once.
      .then((attachment) => store.add(attachment))
      .catch(() => store.dispose());
    return store;
  };

  readonly onExit: PtyHandle['onExit'] = (listener) =>
    this.sessions.onDidChange(({ type, session }) => {
      if (type === 'exit' && this.isOurs(session)) {
        const { exitCode, exitSignal } = session;
        listener({ exitCode: exitCode ?? 0, ...(exitSignal ? { signal: exitSignal } : {}) });
      }
    });

  write(data: string | Uint8Array): void {
    const input = typeof data === 'string' ? withoutAnswers(data) : data;
    if (input !== '' && this.exists()) {
      this.session.write(input);
    }
  }

  resize(cols: number, rows: number): void {
    if (this.exists()) {
      this.session.resize({ cols, rows });
    }
  }

  kill(): void {
    if (this.exists()) {
      void this.session.kill();
    }
  }

  private get now(): SessionInfo {
    const session = this.sessions.get(this.first.id);
    return session && this.isOurs(session) ? session : this.first;
  }

  private exists(): boolean {
    const session = this.sessions.get(this.first.id);
    return session !== undefined && this.isOurs(session);
  }

  /** A newer session may have the same id. */
  private isOurs({ id, generation }: SessionInfo): boolean {
    return id === this.first.id && generation === this.first.generation;
  }
}
