import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { SCREEN_WORKER } from '../../scripts/lib/bundles/screenWorkerBundle.mjs';
import { ROOT } from '../../scripts/lib/paths.mjs';
import type { Disposable } from '../../src/base/lifecycle';
import { nullLogger } from '../../src/base/logger';
import { createSessionManager } from '../../src/pty/createSessionManager';
import type { ProgramSpec } from '../../src/pty/ptyProcess';
import type { SessionBackend } from '../../src/pty/sessionBackend';
import type { SessionSpec } from '../../src/pty/sessionService';
import type { WindowSessions } from '../../src/pty/windowSessions';
import { windowSessionsOf } from '../../test/support/pty/windowSessionsOf';

const SHUTDOWN_MS = 4000;

/** Of this process, and of a session host. */
export const LIMITS = {
  maxSessions: 200,
  exitedRetentionMs: 60_000,
  screenWorker: 'auto',
} as const;

/** A temporary directory, and real sessions. Each row has a context of its own. */
export class BenchContext implements Disposable {
  readonly directory = mkdtempSync(join(tmpdir(), 'agent-terminals-bench-'));
  readonly sessions: WindowSessions;
  private createdCount = 0;

  /** @param backend runs the sessions; in this process by default */
  constructor(backend?: SessionBackend) {
    this.sessions = windowSessionsOf(backend ?? createLocalSessions(this.directory));
  }

  /** Reports that `what` is not measured. `why` is a clause. */
  skip(what: string, why: string): void {
    process.stdout.write(`Not measured: ${what}, because ${why}.\n`);
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
    await Promise.all(this.sessions.list().map(async ({ id }) => this.sessions.find(id)?.kill()));
    await this.sessions.shutdown(SHUTDOWN_MS);
  }

  dispose(): void {
    this.sessions.dispose();
    rmSync(this.directory, { recursive: true });
  }
}

/** As in a window; the program of the thread with the screens is built in the directory. */
function createLocalSessions(directory: string): SessionBackend {
  const workerProgram = join(directory, 'screenWorker.js');
  buildSync({ ...SCREEN_WORKER, outfile: workerProgram });
  return createSessionManager({
    ...{ logger: nullLogger, limits: () => LIMITS, workerProgram },
    ...{ extensionPath: ROOT, appRoot: '' },
  });
}
