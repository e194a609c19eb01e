import { SessionError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import { toDisposable, type Disposable } from '../../../src/base/lifecycle';
import type {
  Attachment,
  ProgramSignal,
  SessionEvent,
  SessionInfo,
  SessionService,
  SessionSpec,
  VisibleScreen,
} from '../../../src/pty/sessionService';
import { sessionInfo } from './fakeSessions';

/** All that a window can reach, as the test says; records what is done to it. */
export class FakeReachableSessions implements SessionService {
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

  remove(id: string): void {
    const session = this.sessions.get(id);
    this.sessions.delete(id);
    if (session) {
      this.didChange.fire({ type: 'removed', session });
    }
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

  has(id: string): boolean {
    return this.sessions.has(id);
  }

  attach(id: string): Promise<Attachment> {
    return Promise.reject(new Error(`${id} shows nothing.`));
  }

  text(): Promise<string> {
    return Promise.resolve('');
  }

  colouredText(): Promise<string> {
    return Promise.resolve('');
  }

  screen(): Promise<VisibleScreen> {
    return Promise.resolve({
      ...{ rows: [], cursor: { row: 0, column: 0 }, altScreen: false, title: '' },
    });
  }

  watchOutput(): Disposable {
    return toDisposable(() => {});
  }

  write(id: string): void {
    this.calls.push(`write ${id}`);
  }

  resize(id: string): void {
    this.calls.push(`resize ${id}`);
  }

  relabel(id: string, label: string): void {
    this.calls.push(`relabel ${id} ${label}`);
  }

  signal(id: string): void {
    this.calls.push(`signal ${id}`);
  }

  kill(id: string): Promise<void> {
    this.calls.push(`kill ${id}`);
    this.remove(id);
    return Promise.resolve();
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }

  dispose(): void {}
}
