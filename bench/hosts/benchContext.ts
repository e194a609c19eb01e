import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock';
import type { Disposable } from '../../src/base/lifecycle';
import { nullLogger } from '../../src/base/logger';
import { checkProgram } from '../../src/pty/shell/checkProgram';
import { createTerminate } from '../../src/pty/process/createTerminate';
import type { ProgramSpec, PtySpawner } from '../../src/pty/ptyProcess';
import { SessionManager } from '../../src/pty/session/sessionManager';
import type { SessionBackend } from '../../src/pty/sessionBackend';
import type { SessionSpec } from '../../src/pty/sessionService';
import type { WindowSessions } from '../../src/pty/windowSessions';
import { createRealSpawner } from '../../test/support/pty/realPty';
import { windowSessionsOf } from '../../test/support/pty/windowSessionsOf';

const SHUTDOWN_MS = 4000;

/** Creates what runs the sessions that rows measure: in this process, or in another one. */
export type CreateBackend = (spawner: PtySpawner) => SessionBackend;

/** What all rows share: a folder of their own, real PTYs and real sessions on them. */
export class BenchContext implements Disposable {
  readonly directory = mkdtempSync(join(tmpdir(), 'agent-terminals-bench-'));
  readonly sessions: WindowSessions;
  private readonly leftOut: string[] = [];
  private made = 0;

  constructor(
    readonly spawner: PtySpawner = createRealSpawner(),
    createBackend: CreateBackend = createOwnSessions,
  ) {
    this.sessions = windowSessionsOf(createBackend(spawner));
  }

  /** A clause for each thing that could not be measured here. */
  get notMeasured(): readonly string[] {
    return this.leftOut;
  }

  leaveOut(what: string, why: string): void {
    this.leftOut.push(`${what}, because ${why}`);
  }

  /** Writes a workload to a file and gives its path. */
  file(name: string, content: Uint8Array): string {
    const path = join(this.directory, name);
    writeFileSync(path, content);
    return path;
  }

  /** A session of a name that none had before. */
  sessionSpec(program: ProgramSpec, scrollback: number): SessionSpec {
    const id = `bench-${this.made++}`;
    return { id, label: id, kind: 'local', exec: id, afterExit: 'close', scrollback, program };
  }

  async shutdown(): Promise<void> {
    // A session host does not end what a window leaves.
    await Promise.all(this.sessions.list().map(({ id }) => this.sessions.kill(id)));
    await this.sessions.shutdown(SHUTDOWN_MS);
  }

  dispose(): void {
    this.sessions.dispose();
    rmSync(this.directory, { recursive: true });
  }
}

function createOwnSessions(spawner: PtySpawner): SessionManager {
  const terminate = createTerminate(systemClock);
  return new SessionManager({
    spawner,
    sendSignal,
    isDirectory: () => true,
    clock: systemClock,
    logger: nullLogger,
    limits: () => ({ maxSessions: 200, exitedRetentionMs: 60_000 }),
    checkProgram: (program) => checkProgram(program, process.platform),
    endProgram: (pid) => terminate({ pid, marker: undefined }),
  });
}

function sendSignal(pid: number, signal: 'SIGCONT' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
