import { SessionError } from '../../../src/base/errors';
import { Emitter } from '../../../src/base/event';
import { toDisposable } from '../../../src/base/lifecycle';
import type { Dimensions } from '../../../src/pty/ptyProcess';
import type {
  Attachment,
  AttachOptions,
  ProgramSignal,
  RedrawScope,
  SessionEvent,
  SessionHandle,
  SessionInfo,
  SessionService,
  VisibleScreen,
} from '../../../src/pty/sessionService';

/** A session as plain data, with defaults for what the test does not set. */
export function sessionInfo(overrides: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id: 'ada-main-t1',
    generation: 1,
    label: 'Ada',
    kind: 'local',
    state: 'idle',
    workDir: '/home/ada/app',
    afterExit: 'shell',
    createdAt: '2026-01-01T00:00:00.000Z',
    programStartedAt: '2026-01-01T00:00:00.000Z',
    exec: 'ada',
    pid: 1000,
    attachedCount: 1,
    hasOutput: true,
    lastOutputAt: null,
    lastInputAt: null,
    fellBack: false,
    bracketedPaste: false,
    dimensions: { cols: 80, rows: 24 },
    exitCode: null,
    exitSignal: null,
    isKilled: false,
    agentExitCode: null,
    parent: null,
    persistence: 'window',
    folder: null,
    isLost: false,
    notices: [],
    ...overrides,
  };
}

/** A session of which the test answers some calls itself. */
export function withCalls(session: SessionHandle, calls: Partial<SessionHandle>): SessionHandle {
  return Object.assign(Object.create(session) as SessionHandle, calls);
}

/** The attachment of one viewer. */
export class FakeAttachment implements Attachment {
  written = '';
  disposed = false;
  readonly resizes: Dimensions[] = [];
  /** The requested redraws; the test supplies their screens. */
  readonly redraws: { readonly scope: RedrawScope; readonly give: (screen: string) => void }[] = [];
  isBehind = false;

  constructor(
    readonly sessionId: string,
    readonly options: AttachOptions,
  ) {}

  write(data: string | Uint8Array): void {
    this.written += Buffer.from(data).toString();
  }

  resize(dimensions: Dimensions): void {
    this.resizes.push(dimensions);
  }

  fallBehind(): void {
    this.isBehind = true;
  }

  redraw(scope: RedrawScope, onScreen: (screen: string) => void): void {
    this.isBehind = scope === 'screen';
    this.redraws.push({ scope, give: onScreen });
  }

  dispose(): void {
    this.disposed = true;
  }
}

/** Sessions that the test creates; records viewers and killed sessions. */
export class FakeSessions implements SessionService {
  /** Whether the limit of sessions is reached. */
  isFull = false;
  private readonly didChange = new Emitter<SessionEvent>();
  private readonly didSignal = new Emitter<ProgramSignal>();
  private readonly sessions = new Map<string, SessionInfo>();
  readonly onDidChange = this.didChange.event;
  readonly onDidSignal = this.didSignal.event;
  readonly attachments: FakeAttachment[] = [];
  readonly killed: string[] = [];
  /** The screen that a viewer receives when it attaches. */
  drawn = '';
  /** The screens of sessions; empty by default. */
  readonly screens = new Map<string, VisibleScreen>();
  /** Attaching takes until this settles. */
  attachDelay: Promise<void> = Promise.resolve();
  /** The calls of a session that the test answers itself. */
  callsOf: (id: string) => Partial<SessionHandle> = () => ({});

  put(session: SessionInfo): void {
    const type = this.sessions.has(session.id) ? 'changed' : 'created';
    this.sessions.set(session.id, session);
    this.didChange.fire({ type, session });
  }

  create(): Promise<SessionInfo> {
    return Promise.reject(new SessionError('SPAWN_FAILED', 'The test creates the sessions.'));
  }

  requireRoom(): void {
    if (this.isFull) {
      throw new SessionError('MAX_SESSIONS', 'There is no room: end one.');
    }
  }

  get(id: string): SessionInfo | undefined {
    return this.sessions.get(id);
  }

  find(id: string): SessionHandle | undefined {
    const session = this.sessions.get(id);
    return session && withCalls(this.handleOf(session), this.callsOf(id));
  }

  list(): readonly SessionInfo[] {
    return [...this.sessions.values()];
  }

  has(id: string): boolean {
    return this.sessions.has(id);
  }

  shutdown(): Promise<void> {
    return Promise.resolve();
  }

  dispose(): void {}

  /** The screen of a session. */
  screenOf(id: string): VisibleScreen {
    const cursor = { row: 0, column: 0 };
    return this.screens.get(id) ?? { rows: [], cursor, altScreen: false, title: '' };
  }

  remove(id: string): Promise<void> {
    this.killed.push(id);
    const session = this.sessions.get(id);
    this.sessions.delete(id);
    if (session) {
      this.didChange.fire({ type: 'removed', session });
    }
    return Promise.resolve();
  }

  private handleOf(session: SessionInfo): SessionHandle {
    const { id } = session;
    return {
      attach: (options) => this.attach(session, options),
      text: () => Promise.resolve(''),
      colouredText: () => Promise.resolve(''),
      screen: () => Promise.resolve(this.screenOf(id)),
      watchOutput: () => toDisposable(() => {}),
      write() {},
      writeAfter: () => Promise.resolve(false),
      resize() {},
      relabel: (label) => this.put({ ...session, label }),
      signal() {},
      kill: () => this.remove(id),
    };
  }

  private async attach(session: SessionInfo, options: AttachOptions): Promise<Attachment> {
    const { id } = session;
    await this.attachDelay;
    const attachment = new FakeAttachment(id, options);
    this.attachments.push(attachment);
    if (this.drawn !== '') {
      options.onData(this.drawn);
    }
    if (session.state === 'terminated') {
      options.onExit(session);
    }
    return attachment;
  }

  /** Emits a signal of a session's program. */
  signal(signal: Pick<ProgramSignal, 'id' | 'code' | 'data'>): void {
    const generation = this.sessions.get(signal.id)?.generation ?? 1;
    this.didSignal.fire({ ...signal, generation, kind: 'osc' });
  }
}
