import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { systemClock } from '../../../src/base/clock';
import { nullLogger } from '../../../src/base/logger';
import { createTerminate } from '../../../src/pty/process/createTerminate';
import { SESSION_MARKER_VARIABLE } from '../../../src/pty/shell/environment';
import type { ProgramSpec } from '../../../src/pty/ptyProcess';
import { OnceFileSpawner } from '../../../src/pty/process/onceFile';
import { runCommand } from '../../../src/pty/process/runCommand';
import { SessionManager } from '../../../src/pty/session/sessionManager';
import { requireSession } from '../../../src/pty/sessionBackend';
import type { SessionInfo, SessionSpec } from '../../../src/pty/sessionService';
import type { WindowSessions } from '../../../src/pty/windowSessions';
import { endTmuxSession } from '../../../src/pty/tmux/tmuxKill';
import { getTmuxSessionName, type TmuxServerConfig } from '../../../src/pty/tmux/tmuxLine';
import { planTmuxStart } from '../../../src/pty/tmux/tmuxPlan';
import { runTmux } from '../../../src/pty/tmux/tmuxRun';
import { TmuxSessions, type TmuxSessionsDeps } from '../../../src/pty/tmux/tmuxSessions';
import { TmuxSpawner } from '../../../src/pty/tmux/tmuxSpawner';
import { createRealSpawner, programSpec } from './realPty';
import { findShell } from './shellHome';
import { specOf } from './useSessionManager';
import { createScreens } from './screens';
import { windowSessionsOf } from './windowSessionsOf';
import { waitFor } from '../waitFor';

const LIMIT_MS = 20_000;

/** A tmux server for each test, and windows with its sessions; all end after the test. */
export function useTmux(): TmuxFixture {
  const fixture = new TmuxFixture();
  before('tmux is installed', function () {
    if (findShell('tmux') === undefined) {
      this.skip();
    }
  });
  beforeEach(() => fixture.setUp());
  afterEach(() => fixture.tearDown());
  return fixture;
}

/** The same session with another program instead of tmux. */
export function withTmux(spec: SessionSpec, file: string): SessionSpec {
  const line = spec.program.tmux ?? assert.fail('not in tmux');
  const server = { ...line.server, file };
  return { ...spec, program: { ...spec.program, tmux: { ...line, server } } };
}

class TmuxFixture {
  home = '';
  /** The logged errors and warnings. */
  complaints: string[] = [];
  private windows: WindowSessions[] = [];
  private instances = 0;

  setUp(): void {
    this.home = mkdtempSync(join(tmpdir(), 'agent-terminals-tmux-'));
    this.windows = [];
    this.complaints = [];
  }

  /** Ends all sessions, and the processes of their programs. */
  readonly endAll = async (): Promise<void> => {
    const ids = this.windows.flatMap((window) => window.list().map(({ id }) => ({ window, id })));
    await Promise.all(ids.map(async ({ window, id }) => window.find(id)?.kill()));
  };

  async tearDown(): Promise<void> {
    const names = this.leftFiles().map((file) => file.slice(0, file.lastIndexOf('.')));
    await Promise.all(names.map((name) => this.run(name, ['kill-server'])));
    await Promise.all(this.windows.map((window) => window.shutdown(4000)));
    this.windows.forEach((window) => window.dispose());
    rmSync(this.home, { recursive: true, force: true });
  }

  /** A unique session marker: an end by a marker ends all processes of the machine that have it. */
  get marker(): string {
    return basename(this.home);
  }

  get server(): TmuxServerConfig {
    const PATH = process.env['PATH'] ?? '/usr/bin:/bin';
    return {
      file: findShell('tmux') ?? 'tmux',
      socket: 'agent-terminals-test',
      directory: join(this.home, 'tmux'),
      env: { HOME: this.home, PATH, TERM: 'xterm-256color', TMUX_TMPDIR: this.home },
    };
  }

  /** The sessions of a new window. */
  readonly openWindow = (): WindowSessions => {
    const terminate = createTerminate(systemClock);
    const note = (message: string): void => void this.complaints.push(message);
    const backend = new SessionManager({
      spawner: new OnceFileSpawner({
        spawner: new TmuxSpawner({ spawner: createRealSpawner(), run: runCommand }),
        logger: { warn: note },
      }),
      sendSignal: (pid, signal) => process.kill(pid, signal),
      isDirectory: () => true,
      clock: systemClock,
      screens: createScreens({ clock: systemClock }),
      logger: { ...nullLogger, warn: note, error: note },
      limits: () => ({ maxSessions: 100, exitedRetentionMs: 60_000 }),
      checkProgram: (program) => Promise.resolve(program),
      endProgram: (pid, env) => {
        const marker = env[SESSION_MARKER_VARIABLE];
        return terminate({ pid, marker: marker && `${SESSION_MARKER_VARIABLE}=${marker}` });
      },
      endRemote: async ({ program: { tmux } }) =>
        tmux && endTmuxSession({ run: runCommand, terminate }, tmux),
    });
    const window = windowSessionsOf(backend);
    this.windows.push(window);
    return window;
  };

  /** The search for sessions; `change` replaces parts of that of a window. */
  readonly sessions = (change: Partial<TmuxSessionsDeps> = {}): TmuxSessions =>
    new TmuxSessions({
      directory: this.server.directory,
      server: () => Promise.resolve(this.server),
      run: runCommand,
      terminate: createTerminate(systemClock),
      isDirectory: (path) => path !== '/gone',
      clock: systemClock,
      ...change,
    });

  /** The planned session of a program in tmux. */
  readonly specOf = (
    id: string,
    program: ProgramSpec,
    change: Partial<SessionSpec> = {},
  ): SessionSpec => {
    const spec = specOf(id, {
      afterExit: 'keep',
      persistence: 'tmux',
      folder: 'file:///f',
      ...change,
    });
    const instanceId = `instance${(this.instances += 1)}`;
    const createdAt = '2026-01-02T03:04:05.000Z';
    const { server } = this;
    const endNonce = `end${instanceId}`;
    return planTmuxStart({ ...spec, program }, { server, instanceId, endNonce, createdAt });
  };

  /** Starts a script with `/bin/sh`. */
  readonly sh = (
    window: WindowSessions,
    id: string,
    script: string,
    change: Partial<SessionSpec> & { readonly env?: Readonly<Record<string, string>> } = {},
  ): Promise<SessionInfo> => {
    const { env, ...rest } = change;
    const program = programSpec('/bin/sh', ['-c', script]);
    return window.create(
      this.specOf(
        id,
        { ...program, env: { ...program.env, COLORTERM: 'truecolor', ...env } },
        rest,
      ),
    );
  };

  /** The session that a later window finds. */
  readonly found = async (id: string): Promise<SessionSpec> => {
    const sessions = await this.sessions().list();
    const usable = sessions.filter(
      ({ isDirectoryGone, isSilent }) => !isDirectoryGone && !isSilent,
    );
    const specs = usable.map(({ spec }) => spec).filter(({ folder }) => folder === 'file:///f');
    const spec = specs.find((one) => one.id === id);
    if (!spec) {
      throw new Error(`${id} is not found; found: ${specs.map((one) => one.id).join(', ')}`);
    }
    return spec;
  };

  /** The output of a tmux command for session `x-main-a`; undefined if it fails. */
  readonly tmux = (...args: readonly string[]): Promise<string | undefined> =>
    this.run(getTmuxSessionName('x-main-a'), args);

  readonly isThere = async (id: string): Promise<boolean> => {
    const name = getTmuxSessionName(id);
    return (await this.run(name, ['has-session', '-t', `=${name}`])) !== undefined;
  };

  /** The names of the files in the directory of tmux sessions. */
  readonly leftFiles = (): readonly string[] => {
    try {
      return readdirSync(this.server.directory);
    } catch {
      return []; // The directory was never created.
    }
  };

  /** Waits until the screen of a session, with its scrollback, shows `words`; returns its text. */
  readonly shows = async (
    window: WindowSessions,
    id: string,
    words: string | RegExp,
  ): Promise<string> => {
    let text = '';
    await waitFor(
      async () => {
        text = window.has(id) ? await requireSession(window, id).text({ scrollback: 20_000 }) : '';
        return typeof words === 'string' ? text.includes(words) : words.test(text);
      },
      {
        limitMs: LIMIT_MS,
        what: () => `${id} to show ${words}; it shows ${JSON.stringify(text.slice(-1000))}`,
      },
    );
    return text;
  };

  readonly ends = async (window: WindowSessions, id: string): Promise<SessionInfo> => {
    await waitFor(() => window.get(id)?.state === 'terminated', {
      limitMs: LIMIT_MS,
      what: `the end of ${id}`,
    });
    const info = window.get(id);
    if (!info) {
      throw new Error(`${id} is gone.`);
    }
    return info;
  };

  private async run(name: string, args: readonly string[]): Promise<string | undefined> {
    const answer = await runTmux(runCommand, { server: this.server, name }, args);
    return answer.kind === 'answered' ? answer.output : undefined;
  }
}
