import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { SCREEN_WORKER } from '../../scripts/lib/bundles/screenWorkerBundle.mjs';
import { systemClock } from '../../src/base/clock';
import type { Disposable } from '../../src/base/lifecycle';
import { nullLogger } from '../../src/base/logger';
import { checkProgram } from '../../src/pty/shell/checkProgram';
import { createTerminate } from '../../src/pty/process/createTerminate';
import type { ProgramSpec, PtySpawner } from '../../src/pty/ptyProcess';
import { ScreenWorkers } from '../../src/pty/screen/worker/screenWorkers';
import { threadStarter } from '../../src/pty/screen/worker/workerThread';
import { SessionManager } from '../../src/pty/session/sessionManager';
import type { SessionBackend } from '../../src/pty/sessionBackend';
import type { SessionSpec } from '../../src/pty/sessionService';
import type { WindowSessions } from '../../src/pty/windowSessions';
import { createRealSpawner } from '../../test/support/pty/realPty';
import { windowSessionsOf } from '../../test/support/pty/windowSessionsOf';

const SHUTDOWN_MS = 4000;

/** Creates the backend that runs the measured sessions, in this process or in another one. */
export type CreateBackend = (spawner: PtySpawner) => SessionBackend;

/** A temporary directory, real PTYs and real sessions on them. Each group of rows has a context of its own. */
export class BenchContext implements Disposable {
  readonly directory = mkdtempSync(join(tmpdir(), 'agent-terminals-bench-'));
  readonly sessions: WindowSessions;
  private readonly skipped: string[] = [];
  private createdCount = 0;

  constructor(
    readonly spawner: PtySpawner = createRealSpawner(),
    createBackend?: CreateBackend,
  ) {
    const backend = createBackend?.(spawner) ?? createLocalSessions(spawner, this.directory);
    this.sessions = windowSessionsOf(backend);
  }

  /** The skipped measurements and their reasons, each a clause. */
  get notMeasured(): readonly string[] {
    return this.skipped;
  }

  /** Records that `what` is not measured. `why` is a clause. */
  skip(what: string, why: string): void {
    this.skipped.push(`${what}, because ${why}`);
  }

  /** Writes a file into the directory and returns its path. */
  writeFile(name: string, content: Uint8Array): string {
    const path = join(this.directory, name);
    writeFileSync(path, content);
    return path;
  }

  /** Returns a spec with a new session id. */
  sessionSpec(program: ProgramSpec, scrollback: number): SessionSpec {
    const id = `bench-${this.createdCount++}`;
    return { id, label: id, kind: 'local', exec: id, afterExit: 'close', scrollback, program };
  }

  async shutdown(): Promise<void> {
    // A session host keeps the sessions of a window that shuts down.
    await Promise.all(this.sessions.list().map(({ id }) => this.sessions.kill(id)));
    await this.sessions.shutdown(SHUTDOWN_MS);
  }

  dispose(): void {
    this.sessions.dispose();
    rmSync(this.directory, { recursive: true });
  }
}

/** As in a window, floods are parsed in a worker, whose program is built in the directory. */
function createLocalSessions(spawner: PtySpawner, directory: string): SessionManager {
  const terminate = createTerminate(systemClock);
  const workerProgram = join(directory, 'screenWorker.js');
  buildSync({ ...SCREEN_WORKER, outfile: workerProgram });
  return new SessionManager({
    spawner,
    sendSignal,
    isDirectory: () => true,
    clock: systemClock,
    logger: nullLogger,
    limits: () => ({ maxSessions: 200, exitedRetentionMs: 60_000 }),
    screenWorkers: new ScreenWorkers({
      clock: systemClock,
      logger: nullLogger,
      startThread: threadStarter(workerProgram),
      mode: () => 'auto',
    }),
    checkProgram: (program) => checkProgram(program, process.platform),
    endProgram: (pid) => terminate({ pid, marker: undefined }),
  });
}

function sendSignal(pid: number, signal: 'SIGCONT' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has already ended.
  }
}
