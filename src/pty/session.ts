import { constants } from 'node:os';
import { Emitter } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { AgentExitMarkerFilter } from './agentExitMarker';
import { BracketedPaste } from './bracketedPaste';
import { IdleWatch } from './idleWatch';
import { SHELL_RESET } from './modeReset';
import { initialSessionInfo } from './initialSessionInfo';
import type { OscSequence } from './oscScanner';
import { ProgramSignals } from './programSignals';
import { clampDimensions } from './ptyDimensions';
import type { Dimensions, ProgramSpec, PtyExit, PtyProcess, PtySpawner } from './ptyProcess';
import type {
  AttachOptions,
  Attachment,
  SessionInfo,
  SessionSignal,
  SessionSpec,
  VisibleScreen,
} from './sessionService';
import { INPUT_QUEUE_LIMIT_BYTES } from './limits';
import { ResizePace } from './resizePace';
import { moveTo } from './sessionState';
import { StartFallback, type FallbackStart } from './startFallback';
import { Screen, type ScreenDeps } from './screen';
import { Viewers, type ViewedSession } from './viewers';
import { WakeUp } from './wakeUp';

const CTRL_C = '\x03';
const NOTHING = new Uint8Array(0);

export interface SessionDeps extends ScreenDeps {
  readonly spawner: PtySpawner;
  /** `process.kill`; a program that is gone is harmless. */
  readonly sendSignal: (pid: number, signal: 'SIGCONT' | 'SIGKILL') => void;
  readonly isDirectory: (path: string) => boolean;
  readonly logger: Logger;
}

export type SessionChange = 'changed' | 'agentExit' | 'exit';

/**
 * One program on one PTY, with its state, its kept output and its viewers. When the
 * program ends and the spec names a follow-up, that takes its place and the session goes on.
 */
export class Session implements Disposable {
  private readonly store = new DisposableStore();
  private readonly didChange = this.store.add(new Emitter<SessionChange>());
  private readonly didSignal = this.store.add(new Emitter<OscSequence>());
  private readonly screen: Screen;
  private readonly viewers: Viewers;
  private readonly idle: IdleWatch;
  private readonly wakeUp: WakeUp;
  private readonly sizes: ResizePace;
  private readonly signals: ProgramSignals;
  private bracketedPaste = new BracketedPaste();
  private process: PtyProcess | undefined;
  private followUp: ProgramSpec | undefined;
  private readonly fallback: StartFallback;
  /** All that belongs to the program that runs. */
  private program = this.store.add(new DisposableStore());
  /** Input from before the program was there. */
  private earlyInput: Uint8Array[] = [];
  private info: SessionInfo;
  private lastInputAt: number | null = null;

  readonly onDidChange = this.didChange.event;
  readonly onDidSignal = this.didSignal.event;

  constructor(
    private readonly deps: SessionDeps,
    private readonly spec: SessionSpec,
    life: number,
  ) {
    this.followUp = spec.followUp;
    this.fallback = new StartFallback(deps.clock, spec.fallback);
    this.info = initialSessionInfo(spec, life, this.now());
    this.idle = this.store.add(new IdleWatch(deps.clock, () => this.handleSilence()));
    this.sizes = this.store.add(new ResizePace(deps.clock, (size) => this.applySize(size)));
    this.wakeUp = this.store.add(new WakeUp(deps.clock, () => this.wake()));
    this.signals = new ProgramSignals({
      clock: deps.clock,
      answer: (text) => this.process?.write(Buffer.from(text)),
      tell: (sequence) => this.didSignal.fire(sequence),
    });
    this.screen = this.store.add(this.createScreen());
    this.viewers = this.store.add(new Viewers(this.viewed(), this.screen, deps.logger));
  }

  get snapshot(): SessionInfo {
    const { info, lastInputAt } = this;
    const { lastOutputAt } = this.signals;
    return { ...info, bracketedPaste: this.bracketedPaste.isOn, lastOutputAt, lastInputAt };
  }

  /** @throws {SessionError} `SPAWN_FAILED`. */
  start(program: ProgramSpec): void {
    this.handleOutput(Buffer.from(this.spec.seed ?? ''));
    this.run(program, this.spec.exitMarkerNonce);
    this.info = { ...this.info, state: moveTo(this.info.state, 'active') };
    this.earlyInput.splice(0).forEach((data) => this.write(data));
    this.idle.touch();
  }

  attach(options: AttachOptions): Promise<Attachment> {
    return this.viewers.attach(options);
  }

  /** What the screen shows, as text, with at most `scrollback` rows above it. */
  text(scrollback: number): Promise<string> {
    return this.screen.text({ scrollback });
  }

  /** What it shows, row by row. */
  visible(): Promise<VisibleScreen> {
    return this.screen.visible();
  }

  /** The same with its colours, as output for another session. */
  colouredText(scrollback: number): Promise<string> {
    return this.screen.colouredText({ scrollback });
  }

  write(data: Uint8Array): void {
    // Who types after a new size means it for a program that has that size.
    this.sizes.flush();
    this.fallback.handleInput(data);
    if (this.info.state === 'creating') {
      this.keepEarlyInput(data);
    }
    this.process?.write(data);
    this.wakeUp.push(data);
  }

  resize(dimensions: Dimensions): void {
    this.sizes.push(clampDimensions(dimensions, this.info.dimensions));
  }

  relabel(label: string): void {
    this.update({ label });
  }

  signal(signal: SessionSignal): void {
    if (signal === 'SIGINT') {
      this.write(Buffer.from(CTRL_C));
    } else if (signal === 'SIGKILL' && this.process) {
      this.forgoFollowUp();
      this.deps.sendSignal(this.process.pid, 'SIGKILL');
    }
  }

  /** From now on the end of the program is the end of the session. */
  forgoFollowUp(): void {
    this.followUp = undefined;
    this.fallback.forgo();
  }

  /** Ends the session of a program that was killed and whose exit has not been told. */
  endUnseen(): void {
    if (this.info.state !== 'terminated') {
      this.end({ exitCode: undefined, signal: 'SIGKILL' });
    }
  }

  dispose(): void {
    this.store.dispose();
  }

  private createScreen(): Screen {
    const { dimensions } = this.info;
    const { scrollback } = this.spec;
    const screen = new Screen(this.deps, { dimensions, scrollback });
    this.store.add(screen.onAnswer((answer) => this.process?.write(Buffer.from(answer))));
    const tellFault = (error: unknown): void =>
      this.deps.logger.error(`The screen of ${this.spec.id} begins anew.`, error);
    this.store.add(screen.onFault(tellFault));
    this.store.add(screen.onPressure((pressure) => this.handlePressure(pressure)));
    return screen;
  }

  private viewed(): ViewedSession {
    const session = (): SessionInfo => this.info;
    return {
      id: this.spec.id,
      get dimensions() {
        return session().dimensions;
      },
      write: (data) => this.write(data),
      handleTyped: () => {
        this.lastInputAt = this.deps.clock.now();
      },
      resize: (dimensions) => this.resize(dimensions),
      settleSize: () => this.sizes.flush(),
      handleViewersChanged: () => this.update({ attachedCount: this.viewers.count }),
    };
  }

  private keepEarlyInput(data: Uint8Array): void {
    const kept = this.earlyInput.reduce((bytes, { length }) => bytes + length, 0);
    if (kept + data.length <= INPUT_QUEUE_LIMIT_BYTES) {
      this.earlyInput.push(data);
    }
  }

  private applySize(dimensions: Dimensions): void {
    this.process?.resize(dimensions);
    this.screen.resize(dimensions);
    this.update({ dimensions });
  }

  /** A program that writes faster than its screen is parsed has to wait, so that little is ever behind. */
  private handlePressure(pressure: 'high' | 'low'): void {
    if (pressure === 'high') {
      this.process?.pause();
    } else {
      this.process?.resume();
    }
  }

  private run(program: ProgramSpec, exitMarkerNonce: string | undefined): void {
    const life = this.store.add(new DisposableStore());
    this.program = life;
    const { dimensions } = this.info;
    const process = life.add(this.deps.spawner.spawn({ ...program, ...dimensions }));
    const reset = this.spec.afterExit === 'shell' ? SHELL_RESET : '';
    const marker = exitMarkerNonce ? new AgentExitMarkerFilter(exitMarkerNonce, reset) : undefined;
    life.add(process.onData((chunk) => this.handleData(chunk, marker)));
    life.add(
      process.onExit((exit) => {
        this.handleOutput(marker?.flush() ?? NOTHING);
        this.store.delete(life);
        this.handleExit(exit);
      }),
    );
    this.process = process;
    this.handlePressure(this.screen.pressure);
    this.bracketedPaste = new BracketedPaste();
    this.signals.handleStart();
    this.info = { ...this.info, pid: process.pid, programStartedAt: this.now() };
  }

  private handleData(chunk: Uint8Array, marker: AgentExitMarkerFilter | undefined): void {
    const { output, agentExitCode } = marker?.push(chunk) ?? { output: chunk };
    this.handleOutput(output);
    this.signals.push(output);
    if (agentExitCode !== undefined && !this.fallBack(agentExitCode)) {
      this.handleAgentExit(agentExitCode);
    }
  }

  private handleOutput(chunk: Uint8Array): void {
    if (chunk.length === 0) {
      return;
    }
    this.fallback.handleOutput();
    this.bracketedPaste.push(chunk);
    this.screen.write(chunk);
    this.viewers.push(chunk);
    this.idle.touch();
    if (this.info.state === 'idle') {
      this.update({ state: moveTo('idle', 'active'), hasOutput: true });
    } else if (!this.info.hasOutput) {
      this.update({ hasOutput: true });
    }
  }

  private handleSilence(): void {
    if (this.info.state === 'active') {
      this.update({ state: moveTo('active', 'idle') });
    }
  }

  private wake(): void {
    if (this.process) {
      this.deps.sendSignal(this.process.pid, 'SIGCONT');
    }
  }

  private handleAgentExit(agentExitCode: number): void {
    this.deps.logger.info(`The agent of ${this.spec.id} exited with code ${agentExitCode}.`);
    this.info = { ...this.info, agentExitCode };
    this.didChange.fire('agentExit');
  }

  private handleExit(exit: PtyExit): void {
    this.process = undefined;
    if (this.fallBack(exitStatus(exit))) {
      return;
    }
    const next = this.followUp;
    this.followUp = undefined;
    if (!next) {
      this.end(exit);
      return;
    }
    this.handleAgentExit(exitStatus(exit));
    this.handleOutput(Buffer.from(SHELL_RESET));
    try {
      this.run(this.inExistingDirectory(next), undefined);
    } catch (error) {
      this.deps.logger.error(`No shell could follow the agent of ${this.spec.id}.`, error);
      this.end(exit);
    }
  }

  /** Starts what is to run in the place of an agent that failed as it started; whether it did. */
  private fallBack(status: number): boolean {
    const fallback = this.fallback.take(status);
    if (!fallback) {
      return false;
    }
    const { notice } = fallback;
    this.deps.logger.info(`${this.spec.id} failed with code ${status} as it started. ${notice}`);
    this.signal('SIGKILL');
    this.store.delete(this.program);
    this.handleOutput(Buffer.from(`${SHELL_RESET}\r\n[${notice}]\r\n`));
    this.followUp = fallback.followUp;
    this.replace(fallback);
    return true;
  }

  private replace({ exec, program, exitMarkerNonce }: FallbackStart): void {
    try {
      this.run(program, exitMarkerNonce);
      this.update({ exec, fellBack: true });
    } catch (error) {
      this.deps.logger.error(`Nothing could take the place of ${this.spec.id}.`, error);
      this.end({ exitCode: undefined, signal: 'SIGKILL' });
    }
  }

  /** The directory may be gone since the session began; then home is where the follow-up starts. */
  private inExistingDirectory(program: ProgramSpec): ProgramSpec {
    if (this.deps.isDirectory(program.cwd)) {
      return program;
    }
    const cwd = program.env['HOME'] ?? '/';
    this.handleOutput(Buffer.from(`\r\n[${program.cwd} is gone: the shell starts in ${cwd}.]\r\n`));
    return { ...program, cwd };
  }

  private end(exit: PtyExit): void {
    this.idle.dispose();
    this.wakeUp.dispose();
    this.info = {
      ...this.info,
      state: moveTo(this.info.state, 'terminated'),
      pid: null,
      exitCode: exit.exitCode ?? null,
      exitSignal: exit.signal ?? null,
    };
    const how = exit.signal ? `by ${exit.signal}` : `with code ${exit.exitCode}`;
    this.deps.logger.info(`Session ${this.spec.id} ended ${how}.`);
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

/** An exit as a shell would tell it in `$?`: 128 and the signal's number where one ended it. */
function exitStatus({ exitCode, signal }: PtyExit): number {
  return signal ? 128 + constants.signals[signal] : (exitCode ?? 0);
}
