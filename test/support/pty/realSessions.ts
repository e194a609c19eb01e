import assert from 'node:assert/strict';
import type { Suite } from 'mocha';
import { systemClock } from '../../../src/base/clock';
import { nullLogger } from '../../../src/base/logger';
import type { HostClient } from '../../../src/host/client/hostClient';
import type { HostAccess } from '../../../src/host/discovery/diskHostAccess';
import { createTerminate } from '../../../src/pty/process/createTerminate';
import { OnceFileSpawner } from '../../../src/pty/process/onceFile';
import type { ProgramSpec } from '../../../src/pty/ptyProcess';
import { SessionManager } from '../../../src/pty/session/sessionManager';
import { requireSession } from '../../../src/pty/sessionBackend';
import type { AttachOptions, SessionInfo, SessionSpec } from '../../../src/pty/sessionService';
import type { TerminalLook } from '../../../src/pty/terminalLook';
import type { WindowSessions } from '../../../src/pty/windowSessions';
import { createClient } from '../host/hostedSessions';
import { createRealSpawner, programSpec } from './realPty';
import { createScreens } from './screens';
import { useSessionHost } from '../host/useSessionHost';
import { specOf } from './useSessionManager';
import { windowSessionsOf } from './windowSessionsOf';
import { waitFor } from '../waitFor';

const LIMIT_MS = 20_000;

const LIMITS = { maxSessions: 100, exitedRetentionMs: 60_000 } as const;

/** A session manager with real PTYs for each test; its sessions end after the test. */
function useRealSessions(): RealSessions {
  const fixture = new RealSessions(undefined);
  beforeEach(() => fixture.setUp());
  afterEach(() => fixture.tearDown());
  return fixture;
}

/** Describes sessions in this process, and in a session host. */
export function describeRealSessions(
  name: string,
  describeThem: (this: Suite, fixture: RealSessions) => void,
): void {
  describe(name, function () {
    describeThem.call(this, useRealSessions());
  });
  describe(`${name} (in a session host)`, function () {
    describeThem.call(this, useHostedSessions());
  });
}

function useHostedSessions(): RealSessions {
  const live: { fixture?: RealSessions } = {};
  // This runs before the host ends.
  afterEach(() => live.fixture?.tearDown());
  const hosts = useSessionHost();
  const fixture = new RealSessions(hosts.access);
  live.fixture = fixture;
  beforeEach(() => fixture.setUp());
  return fixture;
}

export class RealSessions {
  manager: WindowSessions = windowSessionsOf(this.create());
  /** The logged errors and warnings. */
  complaints: string[] = [];

  /** The look of the window's terminals, for the sessions that start after it was set. */
  look: TerminalLook | undefined;

  constructor(private readonly access: (() => HostAccess) | undefined) {}

  setUp(): void {
    this.complaints = [];
    this.look = undefined;
    this.manager = windowSessionsOf(this.access ? this.connect(this.access()) : this.create());
  }

  async tearDown(): Promise<void> {
    // A session host does not end the sessions of a window that closes.
    await Promise.all(this.manager.list().map(async ({ id }) => this.manager.find(id)?.kill()));
    await this.manager.shutdown(4000);
    this.manager.dispose();
  }

  readonly start = (
    id: string,
    program: ProgramSpec,
    change: Partial<SessionSpec> = {},
  ): Promise<SessionInfo> =>
    this.manager.create(specOf(id, { afterExit: 'keep', ...change, program }));

  /** Starts a script with `/bin/sh`. */
  readonly sh = (
    id: string,
    script: string,
    change: Partial<SessionSpec> = {},
  ): Promise<SessionInfo> => this.start(id, programSpec('/bin/sh', ['-c', script]), change);

  /** Starts a JavaScript program on a raw PTY, whose output and input pass unchanged. */
  readonly node = (
    id: string,
    script: string,
    change: Partial<SessionSpec> = {},
  ): Promise<SessionInfo> => {
    const args = ['-c', 'stty raw -echo; exec "$0" -e "$1"', process.execPath, script];
    return this.start(id, programSpec('/bin/sh', args), change);
  };

  /** A viewer and its output; `onData` may process the output. */
  readonly watch = async (id: string, options: Partial<AttachOptions> = {}) => {
    const seen = { text: '', exits: 0 };
    const attachment = await requireSession(this.manager, id).attach({
      onExit: () => seen.exits++,
      ...options,
      onData: (data) => {
        seen.text += data;
        options.onData?.(data);
      },
    });
    return { seen, attachment };
  };

  /** Waits until the screen of a session, with its scrollback, shows `words`; returns its text. */
  readonly shows = async (id: string, words: string | RegExp): Promise<string> => {
    let text = '';
    await waitFor(
      async () => {
        text = await requireSession(this.manager, id).text({ scrollback: 1000 });
        return typeof words === 'string' ? text.includes(words) : words.test(text);
      },
      {
        limitMs: LIMIT_MS,
        what: () => `${id} to show ${words}; it shows ${JSON.stringify(text.slice(-1000))}`,
      },
    );
    return text;
  };

  readonly ends = (id: string): Promise<void> =>
    waitFor(() => this.manager.get(id)?.state === 'terminated', {
      limitMs: LIMIT_MS,
      what: `the end of ${id}`,
    });

  readonly pidOf = (id: string): number => {
    const pid = this.manager.get(id)?.pid;
    assert.ok(pid, `${id} runs`);
    return pid;
  };

  private connect(access: HostAccess): HostClient {
    return createClient(access, {
      limits: () => ({
        ...LIMITS,
        keepScreensOnDisk: false,
        screenWorker: 'auto',
        look: this.look,
      }),
    });
  }

  private create(): SessionManager {
    const terminate = createTerminate(systemClock);
    const note = (message: string): void => void this.complaints.push(message);
    return new SessionManager({
      spawner: new OnceFileSpawner({ spawner: createRealSpawner(), logger: nullLogger }),
      sendSignal: (pid, signal) => process.kill(pid, signal),
      isDirectory: () => true,
      clock: systemClock,
      screens: createScreens({ clock: systemClock, look: () => this.look }),
      logger: { ...nullLogger, warn: note, error: note },
      limits: () => LIMITS,
      checkProgram: (program) => Promise.resolve(program),
      endProgram: (pid) => terminate({ pid, marker: undefined }),
    });
  }
}
