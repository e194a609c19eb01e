import type { Clock } from '../../base/clock';
import { DisposableStore, type Disposable } from '../../base/lifecycle';
import { AgentExitMarkerFilter } from '../shell/agentExitMarker';
import { BracketedPaste } from '../screen/escapes/bracketedPaste';
import type { OscSequence } from '../screen/escapes/oscScanner';
import type { Pressure } from '../screen/backpressure';
import { ProgramSignals } from '../screen/escapes/programSignals';
import type { Dimensions, PtyExit, PtyProcess, PtySpawner, PtySpawnSpec } from '../ptyProcess';

const NOTHING = new Uint8Array(0);

interface SessionProgramDeps {
  readonly spawner: PtySpawner;
  readonly clock: Pick<Clock, 'monotonic' | 'now'>;
  /** Never empty; comes before what else is told of the same output. */
  handleOutput(chunk: Uint8Array): void;
  handleSignal(sequence: OscSequence): void;
  /** The agent that the program wraps has ended, with this status. */
  handleAgentExit(status: number): void;
  /** What the person should know of how the program runs, in one sentence. */
  handleRemark(remark: string): void;
  /** The program has ended, and nothing of it is left. */
  handleExit(exit: PtyExit): void;
}

/** How a program that wraps an agent tells the agent's end. */
interface ExitReport {
  readonly nonce: string;
  /** Put into the output between the agent's and what comes after it. */
  readonly between: string;
}

/** What runs on a session's PTY, one program after the other, and what is known of the one that does. */
export class SessionProgram implements Disposable {
  private readonly store = new DisposableStore();
  private readonly signals: ProgramSignals;
  private life = new DisposableStore();
  private process: PtyProcess | undefined;
  private bracketedPaste = new BracketedPaste();

  constructor(private readonly deps: SessionProgramDeps) {
    this.signals = new ProgramSignals({
      clock: deps.clock,
      answer: (text) => this.write(Buffer.from(text)),
      tell: (sequence) => deps.handleSignal(sequence),
    });
  }

  /** Undefined while none runs. */
  get pid(): number | undefined {
    return this.process?.pid;
  }

  /** Whether it wants pastes in brackets (DECSET 2004). */
  get wantsBracketedPaste(): boolean {
    return this.bracketedPaste.isOn;
  }

  /** When one of them last wrote; see `SessionInfo`. */
  get lastOutputAt(): number | null {
    return this.signals.lastOutputAt;
  }

  /**
   * Starts the next program; the one before it has ended, or was dropped.
   * @throws {SessionError} `SPAWN_FAILED`.
   */
  run(program: PtySpawnSpec, report: ExitReport | undefined): void {
    const process = this.deps.spawner.spawn(program);
    const life = this.store.add(new DisposableStore());
    const marker = report && new AgentExitMarkerFilter(report.nonce, report.between);
    life.add(process);
    life.add(process.onData((chunk) => this.handleData(chunk, marker)));
    if (process.onRemark) {
      life.add(process.onRemark((remark) => this.deps.handleRemark(remark)));
    }
    life.add(
      process.onExit((exit) => {
        this.handleOutput(marker?.flush() ?? NOTHING);
        this.drop();
        this.deps.handleExit(exit);
      }),
    );
    this.life = life;
    this.process = process;
    this.bracketedPaste = new BracketedPaste();
    this.signals.handleStart();
  }

  write(data: Uint8Array): void {
    this.process?.write(data);
  }

  resize(dimensions: Dimensions): void {
    this.process?.resize(dimensions);
  }

  /** `high` makes it wait before it writes more, `low` lets it go on. */
  applyPressure(pressure: Pressure): void {
    if (pressure === 'high') {
      this.process?.pause();
    } else {
      this.process?.resume();
    }
  }

  /** From now on a connection that it loses is its end. */
  forgoReconnect(): void {
    this.process?.forgoReconnect?.();
  }

  /** Ends it as SIGKILL does where that is not the process {@link pid}; whether it is so. */
  endAtOnce(): boolean {
    this.process?.endAtOnce?.();
    return this.process?.endAtOnce !== undefined;
  }

  /** Hangs it up, and tells nothing of it any more. */
  drop(): void {
    this.process = undefined;
    this.store.delete(this.life);
  }

  dispose(): void {
    this.process = undefined;
    this.store.dispose();
  }

  private handleData(chunk: Uint8Array, marker: AgentExitMarkerFilter | undefined): void {
    const { output, agentExitCode } = marker?.push(chunk) ?? { output: chunk };
    this.handleOutput(output);
    if (agentExitCode !== undefined) {
      this.deps.handleAgentExit(agentExitCode);
    }
  }

  private handleOutput(chunk: Uint8Array): void {
    if (chunk.length > 0) {
      this.bracketedPaste.push(chunk);
      this.deps.handleOutput(chunk);
      this.signals.push(chunk);
    }
  }
}
