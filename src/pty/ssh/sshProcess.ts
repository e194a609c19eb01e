import type { Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import { DisposableStore } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { SHELL_RESET } from '../screen/escapes/modeReset';
import type { Dimensions, PtyExit, PtyProcess, PtySpawner, PtySpawnSpec } from '../ptyProcess';
import {
  describeLeftBehind,
  describeSshFailure,
  describeSshProblem,
  NOT_MENDED_BY_TIME,
  SSH_FAILED,
  type SshFailure,
} from './sshFailure';
import type { SshDelivery, SshLine } from './sshLine';
import { SshReportFilter, type SshProblem, type SshReport } from './sshReport';
import { wrapRemoteGo, wrapRemoteScript } from './sshScripts';

/** How often a line that was dropped is tried again, and how long before each time, in milliseconds. */
const TRIES = 5;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** Of what was shown last, which says why `ssh` failed. */
const WORDS_BYTES = 1_500;
const CTRL_C = 0x03;
const NOTHING = new Uint8Array(0);
const FAILED: PtyExit = { exitCode: SSH_FAILED, signal: undefined };

export interface SshProcessDeps {
  readonly spawner: PtySpawner;
  readonly clock: Clock;
}

export type SshSpawnSpec = PtySpawnSpec & { readonly ssh: SshLine };

/**
 * An `ssh` on a PTY: hands the remote machine what it asks for, says in one sentence why a connection failed,
 * and, where the session lives on there, connects again when its line was dropped. Then it is another
 * process, and the same to whoever reads and writes here.
 */
export class SshProcess implements PtyProcess {
  private readonly store = new DisposableStore();
  private readonly data = this.store.add(new Emitter<Uint8Array>());
  private readonly exit = this.store.add(new Emitter<PtyExit>());
  private readonly remark = this.store.add(new Emitter<string>());
  private readonly waiting: Timer;
  private line: Line;
  private size: Dimensions;
  private isPaused = false;
  private isOver = false;
  private tries = 0;
  /** Whether what runs on the remote machine outlives a dropped line; not where somebody ends it here. */
  private mayLiveOn: boolean;
  private hasBegun = false;
  readonly onData = this.data.event;
  readonly onExit = this.exit.event;
  readonly onRemark = this.remark.event;

  /** @throws {SessionError} `SPAWN_FAILED`. */
  constructor(
    private readonly deps: SshProcessDeps,
    private readonly spec: SshSpawnSpec,
  ) {
    this.size = spec;
    this.waiting = this.store.add(new Timer(deps.clock));
    this.mayLiveOn = spec.ssh.delivery?.again !== undefined;
    this.line = this.connect(spec.ssh.delivery?.script);
  }

  /** Of the last one, while none runs. */
  get pid(): number {
    return this.line.process.pid;
  }

  write(data: Uint8Array): void {
    if (!this.waiting.isRunning) {
      this.line.process.write(data);
    } else if (data.includes(CTRL_C)) {
      this.waiting.stop();
      this.giveUp(FAILED);
    }
  }

  resize(dimensions: Dimensions): void {
    this.size = dimensions;
    this.line.process.resize(dimensions);
  }

  pause(): void {
    this.isPaused = true;
    this.line.process.pause();
  }

  resume(): void {
    this.isPaused = false;
    this.line.process.resume();
  }

  forgoReconnect(): void {
    this.mayLiveOn = false;
    if (this.waiting.isRunning) {
      this.waiting.stop();
      this.end(FAILED);
    }
  }

  dispose(): void {
    this.isOver = true;
    this.store.dispose();
  }

  private connect(script: string | undefined): Line {
    const { ssh, ...program } = this.spec;
    const process = this.deps.spawner.spawn({ ...program, ...sizeOf(this.size) });
    const line = new Line(process, ssh.delivery, script);
    if (this.isPaused) {
      process.pause();
    }
    this.store.add(line);
    line.store.add(process.onData((chunk) => this.handleData(line, chunk)));
    line.store.add(process.onExit((exit) => this.handleExit(line, exit)));
    return line;
  }

  private handleData(line: Line, chunk: Uint8Array): void {
    const { output, reports } = line.push(chunk);
    this.show(output);
    reports.forEach((report) => this.handleReport(line, report));
  }

  private handleReport(line: Line, report: SshReport): void {
    switch (report.kind) {
      case 'ready':
        line.deliver();
        return;
      case 'started':
        line.hasArrived = true;
        this.hasBegun = true;
        this.tries = 0;
        return;
      case 'hold':
        line.letGoOn();
        return;
      case 'exit':
        line.hasExited = true;
        return;
      case 'problem':
        this.handleProblem(report.problem);
        return;
    }
  }

  private handleProblem(problem: SshProblem): void {
    const { target, delivery } = this.spec.ssh;
    if (problem === 'notmux' || problem === 'gone') {
      this.mayLiveOn = false;
    }
    this.say(describeSshProblem(problem, target, delivery?.cwd ?? ''));
  }

  private handleExit(line: Line, exit: PtyExit): void {
    this.show(line.flush());
    this.store.delete(line);
    const failure = this.explain(line, exit);
    if (!failure) {
      this.end(exit);
      return;
    }
    // What the remote machine had set in the terminal is set no more; a login has set nothing.
    this.show(line.hasArrived ? Buffer.from(SHELL_RESET) : NOTHING);
    if (!this.mayReconnect(failure)) {
      this.say(failure.sentence);
      this.giveUp(exit);
      return;
    }
    const delay = Math.min(FIRST_DELAY_MS * 2 ** this.tries, LONGEST_DELAY_MS);
    this.tries++;
    const again = `Connecting again (${this.tries} of ${TRIES})`;
    // Whoever cannot see what their keys would do is not to have them typed later.
    this.say(`${failure.sentence} ${again}; until then only Ctrl-C is accepted, which cancels.`);
    this.waiting.start(delay, () => this.reconnect(exit));
  }

  /** Undefined where what ran on the remote machine has ended, and `ssh` did what it should. */
  private explain({ words, hasArrived, hasExited }: Line, exit: PtyExit): SshFailure | undefined {
    const { target } = this.spec.ssh;
    return exit.exitCode === SSH_FAILED && !hasExited
      ? describeSshFailure({ target, words, hasArrived })
      : undefined;
  }

  private mayReconnect({ kind }: SshFailure): boolean {
    return this.livesOn && this.tries < TRIES && !NOT_MENDED_BY_TIME.includes(kind);
  }

  private reconnect(exit: PtyExit): void {
    try {
      this.line = this.connect(this.spec.ssh.delivery?.again);
    } catch (error) {
      // The program that was there a moment ago is gone: the line stays as lost as it was.
      this.say(toMessage(error));
      this.giveUp(exit);
    }
  }

  /** Whether the session is still there without a line. */
  private get livesOn(): boolean {
    return this.mayLiveOn && this.hasBegun;
  }

  /** No line is tried any more; the person is told of what goes on without one. */
  private giveUp(exit: PtyExit): void {
    const { target, delivery } = this.spec.ssh;
    if (this.livesOn) {
      this.say(describeLeftBehind(target, delivery?.end?.hint));
      this.end({ ...exit, livesOn: true });
    } else {
      this.end(exit);
    }
  }

  private say(sentence: string): void {
    this.show(Buffer.from(`\r\n[${sentence}]\r\n`));
    this.remark.fire(sentence);
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

/** One connection, from its process's start to its end. */
class Line {
  readonly store = new DisposableStore();
  private readonly filter: SshReportFilter | undefined;
  private last: Uint8Array = NOTHING;
  private isDelivered = false;
  /** Whether the remote machine runs what it is to run. */
  hasArrived = false;
  /** Whether that has ended. */
  hasExited = false;

  constructor(
    readonly process: PtyProcess,
    private readonly delivery: SshDelivery | undefined,
    private readonly script: string | undefined,
  ) {
    this.filter = delivery && new SshReportFilter(delivery.nonce);
    this.store.add(process);
  }

  /** What it showed last, which is `ssh`'s own words where it failed. */
  get words(): string {
    return Buffer.from(this.last).toString().replaceAll('\r', '');
  }

  push(chunk: Uint8Array): { output: Uint8Array; reports: readonly SshReport[] } {
    const pushed = this.filter?.push(chunk) ?? { output: chunk, reports: [] };
    this.last = Buffer.concat([this.last, pushed.output]).subarray(-WORDS_BYTES);
    return pushed;
  }

  flush(): Uint8Array {
    return this.filter?.flush() ?? NOTHING;
  }

  /** Once: whoever asks again is not who was asked. */
  deliver(): void {
    if (this.delivery && this.script !== undefined && !this.isDelivered) {
      this.isDelivered = true;
      this.process.write(Buffer.from(wrapRemoteScript(this.delivery.nonce, this.script)));
    }
  }

  /** What it has told until now is read. */
  letGoOn(): void {
    if (this.delivery) {
      this.process.write(Buffer.from(wrapRemoteGo(this.delivery.nonce)));
    }
  }

  dispose(): void {
    this.store.dispose();
  }
}

function sizeOf({ cols, rows }: Dimensions): Dimensions {
  return { cols, rows };
}
