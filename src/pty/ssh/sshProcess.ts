import type { Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { SHELL_RESET } from '../../base/text/modeReset';
import type { Dimensions, PtyExit, PtyProcess, PtySpawner, PtySpawnSpec } from '../ptyProcess';
import { CTRL_C } from '../screen/escapes/controlBytes';
import { SshConnection } from './sshConnection';
import {
  describeLeftBehind,
  describeSshFailure,
  describeSshProblem,
  PERMANENT_FAILURES,
  SSH_FAILED,
  type SshFailure,
} from './sshFailure';
import type { SshLine } from './sshLine';
import type { SshProblem, SshReport } from './sshReport';

/**
 * How often a dropped connection is tried again, and the delays before the attempts, in
 * milliseconds.
 */
const TRIES = 5;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
const NOTHING = new Uint8Array(0);
const FAILED: PtyExit = { exitCode: SSH_FAILED, signal: undefined };

export interface SshProcessDeps {
  readonly spawner: PtySpawner;
  readonly clock: Clock;
}

export type SshSpawnSpec = PtySpawnSpec & { readonly ssh: SshLine };

/**
 * An `ssh` on a PTY. It sends the remote machine its script, explains a failed connection in one
 * sentence, and reconnects after a dropped connection if the session outlives it. A reconnection is
 * another process; readers and writers of this object do not notice.
 */
export class SshProcess implements PtyProcess {
  private readonly store = new DisposableStore();
  private readonly data = this.store.add(new Emitter<Uint8Array>());
  private readonly exit = this.store.add(new Emitter<PtyExit>());
  private readonly didNotice = this.store.add(new Emitter<string>());
  private readonly waiting: Timer;
  private connection: SshConnection;
  private size: Dimensions;
  private isPaused = false;
  private isOver = false;
  private tries = 0;
  /**
   * Whether the remote program outlives a dropped connection. Not if the session is being ended.
   */
  private mayOutlive: boolean;
  private hasBegun = false;
  readonly onData = this.data.event;
  readonly onExit = this.exit.event;
  readonly onDidNotice = this.didNotice.event;

  /** @throws {SessionError} `SPAWN_FAILED`. */
  constructor(
    private readonly deps: SshProcessDeps,
    private readonly spec: SshSpawnSpec,
  ) {
    this.size = spec;
    this.waiting = this.store.add(new Timer(deps.clock));
    this.mayOutlive = spec.ssh.delivery?.again !== undefined;
    this.connection = this.connect(spec.ssh.delivery?.script);
  }

  /** The last process id, while no process runs. */
  get pid(): number {
    return this.connection.process.pid;
  }

  write(data: Uint8Array): void {
    if (!this.waiting.isRunning) {
      this.connection.process.write(data);
    } else if (data.includes(CTRL_C)) {
      this.waiting.stop();
      this.giveUp(FAILED);
    }
  }

  resize(dimensions: Dimensions): void {
    this.size = dimensions;
    this.connection.process.resize(dimensions);
  }

  pause(): void {
    this.isPaused = true;
    this.connection.process.pause();
  }

  resume(): void {
    this.isPaused = false;
    this.connection.process.resume();
  }

  forgoReconnect(): void {
    this.mayOutlive = false;
    if (this.waiting.isRunning) {
      this.waiting.stop();
      this.end(FAILED);
    }
  }

  dispose(): void {
    this.isOver = true;
    this.store.dispose();
  }

  private connect(script: string | undefined): SshConnection {
    const { ssh, ...program } = this.spec;
    const process = this.deps.spawner.spawn({ ...program, ...sizeOf(this.size) });
    const connection = new SshConnection(process, ssh.delivery, script);
    if (this.isPaused) {
      process.pause();
    }
    this.store.add(connection);
    connection.store.add(process.onData((chunk) => this.handleData(connection, chunk)));
    connection.store.add(process.onExit((exit) => this.handleExit(connection, exit)));
    return connection;
  }

  private handleData(connection: SshConnection, chunk: Uint8Array): void {
    const { output, reports } = connection.push(chunk);
    this.show(output);
    reports.forEach((report) => this.handleReport(connection, report));
  }

  private handleReport(connection: SshConnection, report: SshReport): void {
    switch (report.kind) {
      case 'ready':
        connection.deliver();
        return;
      case 'started':
        connection.hasStarted = true;
        this.hasBegun = true;
        this.tries = 0;
        return;
      case 'hold':
        connection.release();
        return;
      case 'exit':
        connection.hasExited = true;
        return;
      case 'problem':
        this.handleProblem(report.problem);
        return;
    }
  }

  private handleProblem(problem: SshProblem): void {
    const { target, delivery } = this.spec.ssh;
    if (problem === 'notmux' || problem === 'gone') {
      this.mayOutlive = false;
    }
    this.showNotice(describeSshProblem(problem, target, delivery?.cwd ?? ''));
  }

  private handleExit(connection: SshConnection, exit: PtyExit): void {
    this.show(connection.flush());
    this.store.delete(connection);
    const failure = this.explain(connection, exit);
    if (!failure) {
      this.end(exit);
      return;
    }
    // Reset the terminal modes that the remote program had set. A login sets none.
    this.show(connection.hasStarted ? Buffer.from(SHELL_RESET) : NOTHING);
    if (!this.mayReconnect(failure)) {
      this.showNotice(failure.sentence);
      this.giveUp(exit);
      return;
    }
    const delay = Math.min(FIRST_DELAY_MS * 2 ** this.tries, LONGEST_DELAY_MS);
    this.tries++;
    const again = `Connecting again (${this.tries} of ${TRIES})`;
    // Keys are not kept for later, since the person cannot see their effect.
    this.showNotice(
      `${failure.sentence} ${again}; until then only Ctrl-C is accepted, which cancels.`,
    );
    this.waiting.start(delay, () => this.reconnect(exit));
  }

  /** Undefined if the remote program has ended and `ssh` did not fail. */
  private explain(
    { lastOutput, hasStarted, hasExited }: SshConnection,
    exit: PtyExit,
  ): SshFailure | undefined {
    const { target } = this.spec.ssh;
    return exit.exitCode === SSH_FAILED && !hasExited
      ? describeSshFailure({ target, lastOutput, hasStarted })
      : undefined;
  }

  private mayReconnect({ kind }: SshFailure): boolean {
    return this.continuesRemotely && this.tries < TRIES && !PERMANENT_FAILURES.includes(kind);
  }

  private reconnect(exit: PtyExit): void {
    try {
      this.connection = this.connect(this.spec.ssh.delivery?.again);
    } catch (error) {
      // The local `ssh` program cannot be started any more: the connection stays lost.
      this.showNotice(toMessage(error));
      this.giveUp(exit);
    }
  }

  /** Whether the session continues without a connection. */
  private get continuesRemotely(): boolean {
    return this.mayOutlive && this.hasBegun;
  }

  /** Ends without another attempt. If the session continues, shows the person a notice about it. */
  private giveUp(exit: PtyExit): void {
    const { target, delivery } = this.spec.ssh;
    if (this.continuesRemotely) {
      // The hint contains the person's arguments of `ssh`, and notices are logged.
      const shown = describeLeftBehind(target, delivery?.end?.hint);
      this.showNotice(describeLeftBehind(target, undefined), shown);
      this.end({ ...exit, continuesRemotely: true });
    } else {
      this.end(exit);
    }
  }

  private showNotice(sentence: string, shown = sentence): void {
    this.show(Buffer.from(`\r\n[${shown}]\r\n`));
    this.didNotice.fire(sentence);
  }

  private show(output: Uint8Array): void {
    if (output.length > 0 && !this.isOver) {
      this.data.fire(output);
    }
  }

  private end(exit: PtyExit): void {
    if (!this.isOver) {
      this.isOver = true;
      this.exit.fire(exit);
    }
  }
}

function sizeOf({ cols, rows }: Dimensions): Dimensions {
  return { cols, rows };
}
