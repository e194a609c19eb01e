import assert from 'node:assert/strict';
import { SessionError } from '../../src/base/errors';
import { nullLogger } from '../../src/base/logger';
import { AwakeScreens } from '../../src/pty/awakeScreens';
import { DEFAULT_DIMENSIONS } from '../../src/pty/ptyDimensions';
import type { Dimensions, ProgramSpec } from '../../src/pty/ptyProcess';
import { Screen } from '../../src/pty/screen';
import { ScreenTurns } from '../../src/pty/screenTurns';
import { SessionManager } from '../../src/pty/sessionManager';
import type { SessionEvent, SessionSpec } from '../../src/pty/sessionService';
import { FakePtySpawner, type FakePtyProcess } from './fakePty';
import { ManualClock } from './manualClock';

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

/** A session manager over fake PTYs for each test, three sessions at most; checks that nothing outlives it. */
export function useSessionManager(): SessionManagerFixture {
  const fixture = new SessionManagerFixture();
  beforeEach(() => fixture.setUp());
  afterEach(() => fixture.tearDown());
  return fixture;
}

class SessionManagerFixture {
  spawner = new FakePtySpawner();
  clock = new ManualClock();
  events: SessionEvent[] = [];
  ended: number[] = [];
  signals: string[] = [];
  /** What the log was told of faults. */
  complaints: string[] = [];
  endProgram: (pid: number) => Promise<[]> = () => Promise.resolve([]);
  manager = this.create();

  setUp(): void {
    this.spawner = new FakePtySpawner();
    this.clock = new ManualClock();
    this.events = [];
    this.ended = [];
    this.signals = [];
    this.complaints = [];
    this.endProgram = (pid) => {
      this.spawner.processes.find((process) => process.pid === pid)?.end(undefined, 'SIGTERM');
      return Promise.resolve([]);
    };
    this.manager = this.create();
    this.manager.onDidChange((event) => this.events.push(event));
  }

  tearDown(): void {
    this.manager.dispose();
    assert.equal(this.clock.pendingTimers, 0, 'a timer outlived the manager');
    const outlived = this.spawner.processes.filter(({ disposed }) => !disposed);
    assert.deepEqual(outlived, [], 'a PTY outlived the manager');
  }

  /** The process that was started as the `index`th. */
  readonly processOf = (index: number): FakePtyProcess => {
    const process = this.spawner.processes[index];
    assert.ok(process, `process ${index} was started`);
    return process;
  };

  readonly types = () => this.events.map(({ type }) => type);

  readonly rejects = (promise: Promise<unknown>, code: string) =>
    assert.rejects(promise, (error) => SessionError.is(error) && error.code === code);

  /** A viewer of session `a`: what was drawn for it, as text, what came live after, its attachment. */
  readonly watch = async (dimensions?: Dimensions) => {
    const seen = { drawn: '', live: '', exits: 0 };
    let drawing = '';
    let isLive = false;
    const attachment = await this.manager.attach('a', {
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

  /** Lets every promise that can go on go on. */
  readonly settle = () => new Promise<void>((resolve) => setImmediate(resolve));

  private create(): SessionManager {
    return new SessionManager({
      spawner: this.spawner,
      sendSignal: (pid, signal) => this.signals.push(`${signal} ${pid}`),
      isDirectory: (path) => path !== '/gone',
      clock: this.clock,
      logger: { ...nullLogger, error: (message) => this.complaints.push(String(message)) },
      limits: () => ({ maxSessions: 3, exitedRetentionMs: 60_000 }),
      checkProgram: (program) => Promise.resolve({ ...program, file: `/bin/${program.file}` }),
      endProgram: (pid) => {
        this.ended.push(pid);
        return this.endProgram(pid);
      },
    });
  }
}

/** What a terminal of that size shows after `output`. */
async function renderText(output: string, dimensions = DEFAULT_DIMENSIONS): Promise<string> {
  const deps = { clock: new ManualClock(), turns: new ScreenTurns(), awake: new AwakeScreens() };
  const screen = new Screen(deps, { dimensions, scrollback: 100 });
  screen.write(Buffer.from(output));
  const text = await screen.text({ scrollback: 100 });
  screen.dispose();
  return text;
}
