import assert from 'node:assert/strict';
import { SessionError } from '../../../src/base/errors';
import { nullLogger } from '../../../src/base/logger';
import { DEFAULT_DIMENSIONS } from '../../../src/pty/ptyDimensions';
import type { Dimensions, ProgramSpec } from '../../../src/pty/ptyProcess';
import { SessionManager, type SessionManagerDeps } from '../../../src/pty/session/sessionManager';
import type { WindowSessions } from '../../../src/pty/windowSessions';
import type { HostClient } from '../../../src/host/client/hostClient';
import { requireSession, type SessionBackend } from '../../../src/pty/sessionBackend';
import type { SessionEvent, SessionSpec } from '../../../src/pty/sessionService';
import { createClient, TestHost } from '../host/hostedSessions';
import { createScreen, createScreens } from './screens';
import { FakePtySpawner, type FakePtyProcess } from './fakePty';
import { ManualClock } from '../manualClock';
import { windowSessionsOf } from './windowSessionsOf';

const LIMITS = { maxSessions: 3, exitedRetentionMs: 60_000 } as const;

export const PROGRAM: ProgramSpec = {
  file: 'agent',
  args: ['-x'],
  cwd: '/home/ada',
  env: { A: 'b' },
};

export function specOf(id: string, change: Partial<SessionSpec> = {}): SessionSpec {
  return {
    id,
    label: id,
    kind: 'local',
    exec: 'agent -x',
    afterExit: 'shell',
    scrollback: 1000,
    program: PROGRAM,
    ...change,
  };
}

/** Where the sessions of a test run: in this process, or behind a socket as in a session host. */
const BACKENDS = ['window', 'host'] as const;
export type BackendKind = (typeof BACKENDS)[number];

/** A session manager with fake PTYs for each test, for up to three sessions; checks its cleanup. */
export function useSessionManager(backendKind: BackendKind = 'window'): SessionManagerFixture {
  const fixture = new SessionManagerFixture(backendKind);
  beforeEach(() => fixture.setUp());
  afterEach(() => fixture.tearDown());
  return fixture;
}

/** Describes sessions on each backend. */
export function describeSessions(
  name: string,
  describeThem: (fixture: SessionManagerFixture) => void,
): void {
  for (const backendKind of BACKENDS) {
    describe(`${name} (sessions in the ${backendKind})`, () =>
      describeThem(useSessionManager(backendKind)));
  }
}

export class SessionManagerFixture {
  spawner = new FakePtySpawner();
  clock = new ManualClock();
  events: SessionEvent[] = [];
  ended: number[] = [];
  signals: string[] = [];
  /** The logged errors. */
  complaints: string[] = [];
  /** The other lines of the log. */
  logged: string[] = [];
  endProgram: SessionManagerDeps['endProgram'] = () => Promise.resolve([]);
  /** The screens of its sessions; by default in this thread. */
  createScreens: () => SessionManagerDeps['screens'] = () => createScreens({ clock: this.clock });
  private readonly logger = {
    ...nullLogger,
    error: (message: string | Error) => this.complaints.push(String(message)),
    info: (message: string) => this.logged.push(message),
    warn: (message: string) => this.logged.push(message),
  };
  /** Runs the sessions, in this process. */
  own = this.create();
  /** The window's access to them: the same one, or a client of its host. */
  backend: SessionBackend = this.own;
  private host: TestHost | undefined;
  private client: HostClient | undefined;
  /** The sessions of the window. */
  manager: WindowSessions = windowSessionsOf(this.backend);

  constructor(readonly backendKind: BackendKind) {}

  setUp(): void {
    this.spawner = new FakePtySpawner();
    this.clock = new ManualClock();
    this.events = [];
    this.ended = [];
    this.signals = [];
    this.complaints = [];
    this.logged = [];
    this.endProgram = (pid) => {
      this.spawner.processes.find((process) => process.pid === pid)?.end(undefined, 'SIGTERM');
      return Promise.resolve([]);
    };
    this.own = this.create();
    this.backend = this.backendKind === 'host' ? this.connect() : this.own;
    this.manager = windowSessionsOf(this.backend);
    this.manager.onDidChange((event) => this.events.push(event));
  }

  tearDown(): void {
    this.manager.dispose();
    this.host?.dispose();
    this.own.dispose();
    this.host = undefined;
    this.client = undefined;
    assert.equal(this.clock.pendingTimers, 0, 'a timer outlived the manager');
    const outlived = this.spawner.processes.filter(({ disposed }) => !disposed);
    assert.deepEqual(outlived, [], 'a PTY outlived the manager');
  }

  /** The `index`th process that was started. */
  readonly processOf = (index: number): FakePtyProcess => {
    const process = this.spawner.processes[index];
    assert.ok(process, `process ${index} was started`);
    return process;
  };

  readonly types = () => this.events.map(({ type }) => type);

  readonly rejects = (promise: Promise<unknown>, code: string) =>
    assert.rejects(promise, (error) => SessionError.is(error) && error.code === code);

  /** A viewer of session `a`: its drawing as text, the later output, and its attachment. */
  readonly watch = async (dimensions?: Dimensions) => {
    const seen = { drawn: '', live: '', exits: 0 };
    let drawing = '';
    let isLive = false;
    const attachment = await requireSession(this.manager, 'a').attach({
      dimensions,
      onData: (data) => {
        if (isLive) {
          seen.live += data;
        } else {
          drawing += data;
        }
      },
      onExit: () => seen.exits++,
    });
    isLive = true;
    seen.drawn = await renderText(drawing, this.manager.get('a')?.dimensions);
    return { seen, attachment };
  };

  /** Runs the callbacks of all promises that have settled. */
  readonly settle = async (): Promise<void> => {
    await new Promise<void>((resolve) => setImmediate(resolve));
    await this.arrived();
  };

  /** Waits until calls have reached the sessions, and events the window, if they are separate. */
  readonly arrived = async (): Promise<void> => {
    // Answers arrive in order: there, back, and once more for calls that the first answer causes.
    for (let round = 0; round < 3 && this.client?.host; round++) {
      await this.client.report();
    }
  };

  private connect(): HostClient {
    this.host = new TestHost(this.own);
    this.client = createClient(this.host, {
      logger: this.logger,
      limits: () => ({ ...LIMITS, keepScreensOnDisk: false, screenWorker: 'auto' }),
    });
    return this.client;
  }

  private create(): SessionManager {
    return new SessionManager({
      spawner: this.spawner,
      sendSignal: (pid, signal) => this.signals.push(`${signal} ${pid}`),
      isDirectory: (path) => path !== '/gone',
      clock: this.clock,
      logger: this.logger,
      screens: this.createScreens(),
      limits: () => LIMITS,
      checkProgram: (program) => Promise.resolve({ ...program, file: `/bin/${program.file}` }),
      endProgram: (pid, env) => {
        this.ended.push(pid);
        return this.endProgram(pid, env);
      },
    });
  }
}

/** The text of a terminal of a size after `output`. */
async function renderText(output: string, dimensions = DEFAULT_DIMENSIONS): Promise<string> {
  const screen = createScreen(dimensions, { scrollback: 100 });
  screen.write(Buffer.from(output));
  const text = await screen.text({ scrollback: 100 });
  screen.dispose();
  return text;
}
