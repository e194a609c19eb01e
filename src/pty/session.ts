import { constants } from 'node:os';
import type { Clock } from '../base/clock';
import { Emitter } from '../base/event';
import { DisposableStore, type Disposable } from '../base/lifecycle';
import type { Logger } from '../base/logger';
import { BracketedPaste } from './bracketedPaste';
import { clampDimensions, DEFAULT_DIMENSIONS } from './ptyDimensions';
import { AgentExitMarkerFilter } from './agentExitMarker';
import type { Dimensions, ProgramSpec, PtyExit, PtyProcess, PtySpawner } from './ptyProcess';
import type { AttachOptions, Attachment, SessionInfo, SessionSpec } from './sessionService';
import { IDLE_AFTER_MS, moveTo } from './sessionState';
import { Viewers } from './viewers';

const NOTHING = new Uint8Array(0);

/** What Ctrl-Z types. */
const SUSPEND_KEY = 0x1a;

/** When a program is told to go on after Ctrl-Z, in milliseconds: most have stopped at the first, all at the last. */
const WAKE_AFTER_MS = [300, 2000] as const;

export interface SessionDeps {
  readonly spawner: PtySpawner;
  /** Lets a stopped program go on (SIGCONT); one that runs takes no notice. */
  readonly wake: (pid: number) => void;
  readonly clock: Clock;
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
  private readonly viewers: Viewers;
  private bracketedPaste = new BracketedPaste();
  private process: PtyProcess | undefined;
  private idleTimer: Disposable | undefined;
  private lastOutputAt = 0;
  private followUp: ProgramSpec | undefined;
  private info: SessionInfo;

  readonly onDidChange = this.didChange.event;

  constructor(
    private readonly deps: SessionDeps,
    private readonly spec: SessionSpec,
  ) {
    this.followUp = spec.followUp;
    this.info = initialInfo(spec, deps.clock);
    this.viewers = new Viewers({
      id: spec.id,
      write: (data) => this.write(data),
      resize: (dimensions) => this.resize(dimensions),
      handleViewersChanged: () => this.update({ attachedCount: this.viewers.count }),
    });
  }

  get snapshot(): SessionInfo {
    return { ...this.info, bracketedPaste: this.bracketedPaste.isOn };
  }

  /** @throws {SessionError} `SPAWN_FAILED`. */
  start(program: ProgramSpec): void {
    this.run(program, this.spec.exitMarkerNonce);
    this.info = { ...this.info, state: moveTo(this.info.state, 'active') };
    this.lastOutputAt = this.deps.clock.monotonic();
    this.watchForIdle();
  }

  attach(options: AttachOptions): Attachment {
    const attachment = this.viewers.attach(options);
    if (options.dimensions) {
      this.resize(options.dimensions);
    }
    if (this.info.state === 'terminated') {
      options.onExit(this.snapshot);
    }
    return attachment;
  }

  write(data: Uint8Array): void {
    this.process?.write(data);
    if (data.includes(SUSPEND_KEY)) {
      this.wakeSoon();
    }
  }

  resize(dimensions: Dimensions): void {
    const size = clampDimensions(dimensions, this.info.dimensions);
    this.process?.resize(size);
    this.update({ dimensions: size });
  }

  relabel(label: string): void {
    this.update({ label });
  }

  /** From now on the end of the program is the end of the session. */
  forgoFollowUp(): void {
    this.followUp = undefined;
  }

  dispose(): void {
    this.store.dispose();
  }

  private run(program: ProgramSpec, exitMarkerNonce: string | undefined): void {
    const life = this.store.add(new DisposableStore());
    const { dimensions } = this.info;
    const process = life.add(this.deps.spawner.spawn({ ...program, ...dimensions }));
    const marker = exitMarkerNonce && new AgentExitMarkerFilter(exitMarkerNonce);
    life.add(process.onData((chunk) => this.handleData(chunk, marker || undefined)));
    life.add(
      process.onExit((exit) => {
        this.handleOutput(marker ? marker.flush() : NOTHING);
        this.store.delete(life);
        this.handleExit(exit);
      }),
    );
    this.process = process;
    this.bracketedPaste = new BracketedPaste();
    this.info = { ...this.info, pid: process.pid };
  }

  private handleData(chunk: Uint8Array, marker: AgentExitMarkerFilter | undefined): void {
    const { output, agentExitCode } = marker?.push(chunk) ?? { output: chunk };
    this.handleOutput(output);
    if (agentExitCode !== undefined) {
      this.handleAgentExit(agentExitCode);
    }
  }

  private handleOutput(chunk: Uint8Array): void {
    if (chunk.length === 0) {
      return;
    }
    this.bracketedPaste.push(chunk);
    this.viewers.push(chunk);
    this.lastOutputAt = this.deps.clock.monotonic();
    if (this.info.state === 'idle') {
      this.update({ state: moveTo('idle', 'active') });
      this.watchForIdle();
    }
  }

  /** One timer while there is output and none while there is not: idle sessions cost nothing. */
  private watchForIdle(): void {
    const silentFor = this.deps.clock.monotonic() - this.lastOutputAt;
    const wait = Math.max(0, IDLE_AFTER_MS - silentFor);
    this.cancelIdleTimer();
    this.idleTimer = this.store.add(
      this.deps.clock.schedule(wait, () => {
        this.cancelIdleTimer();
        if (this.info.state !== 'active') {
          return;
        }
        if (this.deps.clock.monotonic() - this.lastOutputAt >= IDLE_AFTER_MS) {
          this.update({ state: moveTo('active', 'idle') });
        } else {
          this.watchForIdle();
        }
      }),
    );
  }

  /** A program that has no shell around it and stops itself on Ctrl-Z would stay so: nobody could say `fg`. */
  private wakeSoon(): void {
    WAKE_AFTER_MS.forEach((delayMs) => this.wakeAfter(delayMs));
  }

  private wakeAfter(delayMs: number): void {
    const timer = this.store.add(
      this.deps.clock.schedule(delayMs, () => {
        this.store.delete(timer);
        if (this.process) {
          this.deps.wake(this.process.pid);
        }
      }),
    );
  }

  private cancelIdleTimer(): void {
    if (this.idleTimer) {
      this.store.delete(this.idleTimer);
      this.idleTimer = undefined;
    }
  }

  private handleAgentExit(agentExitCode: number): void {
    this.deps.logger.info(`The agent of ${this.spec.id} exited with code ${agentExitCode}.`);
    this.info = { ...this.info, agentExitCode };
    this.didChange.fire('agentExit');
  }

  private handleExit(exit: PtyExit): void {
    this.process = undefined;
    const next = this.followUp;
    this.followUp = undefined;
    if (!next) {
      this.end(exit);
      return;
    }
    this.handleAgentExit(exitStatus(exit));
    try {
      this.run(next, undefined);
    } catch (error) {
      this.deps.logger.error(`No shell could follow the agent of ${this.spec.id}.`, error);
      this.end(exit);
    }
  }

  private end(exit: PtyExit): void {
    this.cancelIdleTimer();
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
}

function initialInfo(spec: SessionSpec, clock: Clock): SessionInfo {
  return {
    id: spec.id,
    label: spec.label,
    kind: spec.kind,
    state: 'creating',
    workDir: spec.program.cwd,
    afterExit: spec.afterExit,
    createdAt: new Date(clock.now()).toISOString(),
    exec: spec.exec,
    pid: null,
    attachedCount: 0,
    bracketedPaste: false,
    dimensions: spec.dimensions ?? DEFAULT_DIMENSIONS,
    exitCode: null,
    exitSignal: null,
    agentExitCode: null,
  };
}

/** An exit as a shell would tell it in `$?`: 128 and the signal's number where one ended it. */
function exitStatus({ exitCode, signal }: PtyExit): number {
  return signal ? 128 + constants.signals[signal] : (exitCode ?? 0);
}
