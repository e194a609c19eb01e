import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { AgentExitMarkerFilter } from '../shell/agentExitMarker';
import { BracketedPaste } from '../screen/escapes/bracketedPaste';
import type { OscSequence } from '../screen/escapes/oscScanner';
import { marksOf, type OutputMarks } from '../screen/escapes/outputMarks';
import type { Pressure } from '../screen/screen';
import { INPUT_QUEUE_LIMIT_BYTES } from '../limits';
import { StoppedProgramWaker } from '../process/stoppedProgramWaker';
import { ESC, SUB } from '../screen/escapes/controlBytes';
import { ProgramSignals } from '../screen/escapes/programSignals';
import type { Dimensions, PtyExit, PtyProcess, PtySpawner, PtySpawnSpec } from '../ptyProcess';

const NOTHING = new Uint8Array(0);

interface SessionProgramDeps {
  readonly spawner: PtySpawner;
  readonly clock: Clock;
  /** `chunk` is never empty. Called before the other handlers of the same output. */
  handleOutput(chunk: Uint8Array, marks: OutputMarks): void;
  handleSignal(sequence: OscSequence): void;
  /** The program's wrapper starts its agent, whose output follows. */
  handleAgentBegun(): void;
  /** The agent in the program's wrapper has ended with this exit status. */
  handleAgentExit(status: number): void;
  /** Continues a program that has stopped itself (SIGCONT). */
  wake(): void;
  /** A notice for the person about how the program runs, one sentence. */
  handleNotice(notice: string): void;
  /** The program has ended, and all of its output was handled. */
  handleExit(exit: PtyExit): void;
}

/** How a wrapper reports the end of its agent. */
export interface ExitReport {
  /** The hash of its nonce. */
  readonly hash: string;
  /** Inserted into the output after that of the agent. */
  readonly between: string;
}

/**
 * Runs the programs of a session's PTY, one after the other. Its state is that of the current one.
 */
export class SessionProgram implements Disposable {
  private readonly store = new DisposableStore();
  private readonly signals: ProgramSignals;
  /** Owns the current program and its listeners. */
  private runStore = new DisposableStore();
  private process: PtyProcess | undefined;
  private waker: StoppedProgramWaker | undefined;
  /** What was typed before the first program; undefined after its start. */
  private early: Uint8Array[] | undefined = [];
  private bracketedPaste = new BracketedPaste();

  constructor(private readonly deps: SessionProgramDeps) {
    this.signals = new ProgramSignals({
      clock: deps.clock,
      answer: (text) => this.answer(text),
      handleSignal: (sequence) => deps.handleSignal(sequence),
    });
  }

  /** Undefined while no program runs. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Whether the program has enabled bracketed paste (DECSET 2004). */
  get wantsBracketedPaste(): boolean {
    return this.bracketedPaste.isOn;
  }

  /** When a program last wrote, in milliseconds since the epoch; null if never. */
  get lastOutputAt(): number | null {
    return this.signals.lastOutputAt;
  }

  /**
   * Starts the next program. The one before it must have ended or been dropped.
   * @throws {SessionError} `SPAWN_FAILED`.
   */
  run(program: PtySpawnSpec, report: ExitReport | undefined): void {
    const process = this.deps.spawner.spawn(program);
    const runStore = this.store.add(new DisposableStore());
    const marker = report && new AgentExitMarkerFilter(report.hash, report.between);
    runStore.add(process);
    runStore.add(process.onData((chunk) => this.handleData(chunk, marker)));
    if (process.onDidNotice) {
      runStore.add(process.onDidNotice((notice) => this.deps.handleNotice(notice)));
    }
    runStore.add(
      process.onExit((exit) => {
        this.handleOutput(marker?.flush() ?? NOTHING);
        this.drop();
        this.deps.handleExit(exit);
      }),
    );
    this.runStore = runStore;
    this.process = process;
    this.waker = runStore.add(new StoppedProgramWaker(this.deps.clock, () => this.deps.wake()));
    this.bracketedPaste = new BracketedPaste();
    this.signals.handleStart();
    const { early = [] } = this;
    this.early = undefined;
    early.forEach((data) => this.type(data));
  }

  /** Typed input. Before the first program it waits, up to `INPUT_QUEUE_LIMIT_BYTES`; more is dropped. */
  type(data: Uint8Array): void {
    if (this.early) {
      const waiting = this.early.reduce((bytes, { length }) => bytes + length, data.length);
      if (waiting <= INPUT_QUEUE_LIMIT_BYTES) {
        // A copy, since the caller may reuse its buffer before the program starts.
        this.early.push(Uint8Array.from(data));
      }
      return;
    }
    this.process?.write(data);
    if (data.includes(SUB) || data.includes(ESC)) {
      this.waker?.push(data);
    }
  }

  /** Writes an answer to a query of the program. */
  answer(text: string): void {
    this.process?.write(Buffer.from(text));
  }

  resize(dimensions: Dimensions): void {
    this.process?.resize(dimensions);
  }

  /** `high` stops reading from the program, which then blocks; `low` continues. */
  applyPressure(pressure: Pressure): void {
    if (pressure === 'high') {
      this.process?.pause();
    } else {
      this.process?.resume();
    }
  }

  /** From now on a lost connection ends the program. */
  forgoReconnect(): void {
    this.process?.forgoReconnect?.();
  }

  /** See {@link PtyProcess.settle}. Undefined if the program does not outlive its process. */
  settle(): Promise<void> | undefined {
    return this.process?.settle?.();
  }

  /**
   * Ends a program that is not the process {@link pid}, as SIGKILL does. Returns whether it is one.
   */
  endAtOnce(): boolean {
    this.process?.endAtOnce?.();
    return this.process?.endAtOnce !== undefined;
  }

  /** Hangs the program up and handles none of its events any more. */
  drop(): void {
    this.process = undefined;
    this.store.delete(this.runStore);
  }

  dispose(): void {
    this.drop();
    this.store.dispose();
  }

  private handleData(chunk: Uint8Array, marker: AgentExitMarkerFilter | undefined): void {
    const { output, hasBegun, agentExitCode } = marker?.push(chunk) ?? { output: chunk };
    this.handleOutput(output);
    if (hasBegun) {
      this.deps.handleAgentBegun();
    }
    if (agentExitCode !== undefined) {
      this.deps.handleAgentExit(agentExitCode);
    }
  }

  private handleOutput(chunk: Uint8Array): void {
    if (chunk.length > 0) {
      const marks = marksOf(chunk);
      this.bracketedPaste.push(chunk, marks);
      this.deps.handleOutput(chunk, marks);
      this.signals.push(chunk, marks);
    }
  }
}
