import { Emitter } from '../../base/event';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { Timer } from '../../base/timer';
import { IdleWatch } from './idleWatch';
import { SHELL_RESET } from '../../base/text/modeReset';
import { describeEnd, endedSessionInfo } from './endedSessionInfo';
import { initialSessionInfo } from './initialSessionInfo';
import { CTRL_C, CTRL_D, ESC } from '../screen/escapes/controlBytes';
import type { OscSequence } from '../screen/escapes/oscScanner';
import { clampDimensions } from '../ptyDimensions';
import type { Dimensions, ProgramSpec, PtyExit } from '../ptyProcess';
import { isRunning } from '../liveAgent';
import {
  NO_SCROLLBACK,
  type SessionHandle,
  type SessionInfo,
  type SessionSignal,
  type SessionSpec,
  type VisibleScreen,
} from '../sessionService';
import { ResizeRateLimiter } from './resizeRateLimiter';
import type { SessionDeps } from './sessionDeps';
import { SessionProgram } from './sessionProgram';
import { SessionNotices } from './sessionNotices';
import { moveTo } from './sessionState';
import { exitReport, exitStatus, NextProgram, type StartReports } from './nextProgram';
import { PendingAgent } from './pendingAgent';
import type { OutputMarks } from '../screen/escapes/outputMarks';
import type { Screen } from '../screen/screen';
import { Viewers, type ViewedSession } from './viewers';

/** For how long a program that is to redraw has another size, in milliseconds. */
const OTHER_SIZE_MS = 100;

export type SessionChange = 'changed' | 'agentExit' | 'exit';

/**
 * One program on one PTY, with its state, its screen and its viewers. When the program ends and the
 * spec has a follow-up, the follow-up runs in its place and the session continues.
 */
export class Session implements SessionHandle, ViewedSession, Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<SessionChange>());
  private readonly didSignal = this.store.add(new Emitter<OscSequence>());
  private readonly didOutput = this.store.add(new Emitter<Uint8Array>());
  private readonly shown: Screen;
  private readonly viewers: Viewers;
  private readonly idle: IdleWatch;
  private readonly redraw: Timer;
  private readonly sizes: ResizeRateLimiter;
  private readonly program: SessionProgram;
  private readonly nextProgram: NextProgram;
  private readonly pending: PendingAgent;
  private readonly notices: SessionNotices;
  private info: SessionInfo;
  /** When a person last typed, in milliseconds since the epoch. */
  private lastTypedAt: number | null = null;
  /** The number of the last output, counted from 1. */
  private lastOutput = 0;

  readonly onDidChange = this.didChange.event;
  readonly onDidSignal = this.didSignal.event;
  readonly id: string;
  readonly watchOutput = this.didOutput.event;
  readonly attach: SessionHandle['attach'] = (options) => this.viewers.attach(options);
  readonly text: SessionHandle['text'] = (options = NO_SCROLLBACK) => this.shown.text(options);
  readonly colouredText: SessionHandle['colouredText'] = (options = NO_SCROLLBACK) =>
    this.shown.colouredText(options);

  constructor(
    private readonly deps: SessionDeps,
    private readonly spec: SessionSpec,
    generation: number,
    readonly kill: () => Promise<void>,
  ) {
    this.id = spec.id;
    this.nextProgram = new NextProgram(deps, spec);
    this.info = initialSessionInfo(spec, generation, this.now());
    const update = (change: Partial<SessionInfo>): void => this.update(change);
    this.pending = this.store.add(new PendingAgent(deps.clock, update));
    this.notices = new SessionNotices(spec, deps.logger, (notices) => update({ notices }));
    this.idle = this.store.add(new IdleWatch(deps.clock, () => this.handleSilence()));
    this.redraw = this.store.add(new Timer(deps.clock));
    this.sizes = this.store.add(new ResizeRateLimiter(deps.clock, (size) => this.applySize(size)));
    this.program = this.store.add(this.createProgram());
    this.shown = this.store.add(this.createScreen());
    this.viewers = this.store.add(new Viewers(this, this.shown, deps));
  }

  get dimensions(): Dimensions {
    return this.info.dimensions;
  }

  get snapshot(): SessionInfo {
    const { wantsBracketedPaste: bracketedPaste, lastOutputAt } = this.program;
    // A reconnection over SSH starts another process.
    const pid = this.info.pid === null ? null : (this.program.pid ?? this.info.pid);
    return { ...this.info, pid, bracketedPaste, lastOutputAt, lastInputAt: this.lastTypedAt };
  }

  /**
   * Draws the spec's seed, then starts `program`.
   * @throws {SessionError} `SPAWN_FAILED`.
   */
  start(program: ProgramSpec): void {
    this.notices.addRowLimit(this.info.dimensions);
    this.show(this.spec.seed ?? '');
    this.run(program, this.spec);
  }

  async screen(): Promise<VisibleScreen> {
    // Of now: the screen is read up to the output before this call.
    const output = this.lastOutput;
    return { ...(await this.shown.visible()), output };
  }

  write(data: string | Uint8Array): void {
    const bytes = typeof data === 'string' ? Buffer.from(data) : data;
    // Input after a new size is meant for a program that has this size.
    this.settleSize();
    if ([CTRL_C, CTRL_D, ESC].some((key) => bytes.includes(key))) {
      this.nextProgram.handleInput(bytes);
    }
    this.program.type(bytes);
  }

  writeAfter(output: number, data: string): Promise<boolean> {
    if (output !== this.lastOutput) {
      return Promise.resolve(false);
    }
    this.write(data);
    return Promise.resolve(true);
  }

  resize(dimensions: Dimensions): void {
    this.sizes.push(clampDimensions(dimensions, this.info.dimensions));
  }

  /** Applies a waiting size now. */
  settleSize(): void {
    this.sizes.flush();
  }

  handleTyped(): void {
    this.lastTypedAt = this.deps.clock.now();
  }

  handleViewers(attachedCount: number): void {
    this.update({ attachedCount });
  }

  relabel(label: string): void {
    this.update({ label });
  }

  signal(signal: SessionSignal): void {
    if (signal === 'SIGINT') {
      this.write(Buffer.of(CTRL_C));
    } else if (signal === 'SIGKILL') {
      this.forgoFollowUp();
      this.sendSignal('SIGKILL');
    }
  }

  /** From now on the session ends with its program: no fallback, follow-up or reconnection. */
  forgoFollowUp(): void {
    this.nextProgram.forgo();
    this.program.forgoReconnect();
  }

  /** A request ends the session: nothing follows its program, whose exit is not its own then. */
  handleKill(): void {
    this.forgoFollowUp();
    if (isRunning(this.info)) {
      this.update({ isKilled: true });
    }
  }

  /** See {@link SessionProgram.settle}. */
  settle(): Promise<void> | undefined {
    return this.program.settle();
  }

  /** Ends the session of a killed program whose exit was not reported. */
  endUnseen(): void {
    if (isRunning(this.info)) {
      this.end({ exitCode: undefined, signal: 'SIGKILL' });
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private createProgram(): SessionProgram {
    const { spawner, clock } = this.deps;
    return new SessionProgram({
      spawner,
      clock,
      handleOutput: (chunk, marks) => this.handleOutput(chunk, marks),
      handleSignal: (sequence) => this.didSignal.fire(sequence),
      handleAgentBegun: () => this.pending.handleBegun(this.now()),
      handleAgentExit: (status) => {
        this.pending.handleBegun(this.now());
        return this.fallBack(status) || this.emitAgentExit(status);
      },
      wake: () => this.sendSignal('SIGCONT'),
      handleNotice: (notice) => this.notices.add(notice),
      handleExit: (exit) => this.handleExit(exit),
    });
  }

  private createScreen(): Screen {
    const { dimensions } = this.info;
    const screen = this.deps.screens.open({ dimensions, scrollback: this.spec.scrollback });
    this.store.add(screen.onAnswer((answer) => this.program.answer(answer)));
    this.store.add(screen.onFault((error) => this.notices.logFault(error)));
    this.store.add(screen.onLost(() => this.redrawProgram()));
    this.store.add(screen.onPressure((pressure) => this.program.applyPressure(pressure)));
    return screen;
  }

  /** What the screen showed is lost. A full-screen program draws it again when its size changes. */
  private redrawProgram(): void {
    const { cols, rows } = this.info.dimensions;
    if (rows > 1) {
      this.program.resize({ cols, rows: rows - 1 });
      this.redraw.start(OTHER_SIZE_MS, () => this.program.resize(this.info.dimensions));
    }
  }

  private applySize(dimensions: Dimensions): void {
    this.program.resize(dimensions);
    this.shown.resize(dimensions);
    this.update({ dimensions });
    this.notices.addRowLimit(this.info.dimensions);
  }

  private run(program: ProgramSpec, start: StartReports = {}): void {
    const report = exitReport(this.spec, program, start);
    this.program.run({ ...program, ...this.info.dimensions }, report);
    // While the screen has much output to parse, the program waits.
    this.program.applyPressure(this.shown.pressure);
    this.idle.touch();
    const { state } = this.info;
    const next = state === 'active' ? state : moveTo(state, 'active');
    const pid = this.program.pid ?? null;
    this.update({ state: next, pid, programStartedAt: this.now() });
    this.pending.handleStart(start.startShell);
  }

  private sendSignal(signal: 'SIGCONT' | 'SIGKILL'): void {
    const { pid } = this.program;
    if (pid !== undefined && !(signal === 'SIGKILL' && this.program.endAtOnce())) {
      this.deps.sendSignal(pid, signal);
    }
  }

  private handleOutput(chunk: Uint8Array, marks: OutputMarks): void {
    this.nextProgram.handleOutput(this.pending.isPending);
    this.show(chunk, marks);
    this.idle.touch();
    if (this.info.state === 'idle') {
      this.update({ state: moveTo('idle', 'active'), hasOutput: true });
    } else if (!this.info.hasOutput) {
      this.update({ hasOutput: true });
    }
  }

  /** Shows output of a program, or a text of the session itself. */
  private show(output: Uint8Array | string, marks?: OutputMarks): void {
    const bytes = typeof output === 'string' ? Buffer.from(output) : output;
    this.lastOutput++;
    this.shown.write(bytes);
    this.viewers.push(bytes, marks);
    this.didOutput.fire(bytes);
  }

  private handleSilence(): void {
    if (this.info.state === 'active') {
      this.update({ state: moveTo('active', 'idle') });
    }
  }

  private emitAgentExit(agentExitCode: number): void {
    this.deps.logger.info(`The agent of ${this.id} exited with code ${agentExitCode}.`);
    this.info = { ...this.info, agentExitCode };
    this.didChange.fire('agentExit');
  }

  private handleExit(exit: PtyExit): void {
    if (this.pending.isPending) {
      // No conversation has failed to resume, so no fallback applies.
      this.show(this.info.isKilled ? '' : this.pending.handleEnd(exit));
      this.end(exit);
      return;
    }
    if (this.fallBack(exitStatus(exit))) {
      return;
    }
    const next = this.nextProgram.takeFollowUp();
    if (!next) {
      this.reportEndOfAgent(exit);
      this.end(exit);
      return;
    }
    this.emitAgentExit(exitStatus(exit));
    this.show(SHELL_RESET + next.notice);
    this.runOr(() => this.end(exit), next.program);
  }

  /** The exit of a program that ends with its agent, unless a wrapper has reported the status. */
  private reportEndOfAgent(exit: PtyExit): void {
    const { agentExitCode, isKilled } = this.info;
    if (this.spec.endsWithAgent && agentExitCode === null && !isKilled) {
      this.emitAgentExit(exitStatus(exit));
    }
  }

  /** Starts the fallback if the agent failed during its start. Returns whether it applies. */
  private fallBack(status: number): boolean {
    const fallback = this.nextProgram.takeFallback(status);
    if (!fallback) {
      return false;
    }
    const { notice, exec, program } = fallback;
    this.deps.logger.info(`${this.id} failed with code ${status} during its start. ${notice}`);
    this.sendSignal('SIGKILL');
    this.program.drop();
    this.show(`${SHELL_RESET}\r\n[${notice}]\r\n`);
    this.info = { ...this.info, exec, fellBack: true };
    const end = (): void => this.end({ exitCode: undefined, signal: 'SIGKILL' });
    this.runOr(end, program, fallback);
    return true;
  }

  private runOr(end: () => void, program: ProgramSpec, start?: StartReports): void {
    try {
      this.run(program, start);
    } catch (error) {
      this.deps.logger.error(`The next program of ${this.id} could not be started.`, error);
      end();
    }
  }

  private end(exit: PtyExit): void {
    this.idle.dispose();
    this.pending.dispose();
    this.redraw.dispose();
    this.info = endedSessionInfo(this.info, this.spec.program, exit);
    this.deps.logger.info(describeEnd(this.info));
    this.viewers.end(this.snapshot);
    this.didChange.fire('exit');
  }

  private update(change: Partial<SessionInfo>): void {
    this.info = { ...this.info, ...change };
    this.didChange.fire('changed');
  }

  private now(): string {
    return new Date(this.deps.clock.now()).toISOString();
  }
}
