import { SessionError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import { toDisposable } from '../../../src/base/lifecycle';
import type { SessionBackend } from '../../../src/pty/sessionBackend';
import type {
  ProgramSignal,
  SessionEvent,
  SessionHandle,
  SessionInfo,
  SessionSpec,
} from '../../../src/pty/sessionService';
import { sessionInfo } from './fakeSessions';

/** Fake sessions that the test controls; records the calls. */
export class FakeBackend implements SessionBackend {
  private readonly didChange = new Emitter<SessionEvent>();
  private readonly didSignal = new Emitter<ProgramSignal>();
  private readonly sessions = new Map<string, SessionInfo>();
  readonly onDidChange = this.didChange.event;
  readonly onDidSignal = this.didSignal.event;
  readonly calls: string[] = [];
  failsToCreate = false;

  put(session: SessionInfo): void {
    const type = this.sessions.has(session.id) ? 'changed' : 'created';
    this.sessions.set(session.id, session);
    this.didChange.fire({ type, session });
  }

  /** The program of a session ends; it stays listed. */
  end(session: SessionInfo): void {
    this.sessions.set(session.id, session);
    this.didChange.fire({ type: 'exit', session });
  }

  remove(id: string): void {
    const session = this.sessions.get(id);
    this.sessions.delete(id);
    if (session) {
      this.didChange.fire({ type: 'removed', session });
    }
  }

  /** Emits what the program of a session reports. */
  signal(id: string, data: string): void {
    this.didSignal.fire({ id, generation: 1, kind: 'osc', code: 0, data });
  }

  create({ id, label, program, persistence = 'window' }: SessionSpec): Promise<SessionInfo> {
    if (this.failsToCreate) {
      return Promise.reject(new SessionError('SPAWN_FAILED', 'No.'));
    }
    const session = sessionInfo({ id, label, workDir: program.cwd, persistence });
    this.put(session);
    return Promise.resolve(session);
  }

  requireRoom(): void {}

  get(id: string): SessionInfo | undefined {
    return this.sessions.get(id);
  }

  list(): readonly SessionInfo[] {
    return [...this.sessions.values()];
  }

  find(id: string): SessionHandle | undefined {
    return this.sessions.has(id) ? this.handleOf(id) : undefined;
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }

  dispose(): void {}

  private handleOf(id: string): SessionHandle {
    const note = (call: string): void => void this.calls.push(call);
    const cursor = { row: 0, column: 0 };
    return {
      attach: () => Promise.reject(new Error(`${id} shows nothing.`)),
      text: () => Promise.resolve(''),
      colouredText: () => Promise.resolve(''),
      screen: () => Promise.resolve({ rows: [], cursor, altScreen: false, title: '' }),
      watchOutput: () => toDisposable(() => {}),
      write: () => note(`write ${id}`),
      writeAfter: () => Promise.resolve(false),
      resize: () => note(`resize ${id}`),
      relabel: (label) => note(`relabel ${id} ${label}`),
      signal: () => note(`signal ${id}`),
      kill: () => {
        note(`kill ${id}`);
        this.remove(id);
        return Promise.resolve();
      },
    };
  }
}
