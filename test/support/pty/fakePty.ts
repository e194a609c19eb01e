import { Emitter } from '../../../src/base/event';
import type {
  Dimensions,
  PtyExit,
  PtyProcess,
  PtySpawner,
  PtySpawnSpec,
} from '../../../src/pty/ptyProcess';

/** A PTY process that records calls, and emits the output and exit that the test sets. */
export class FakePtyProcess implements PtyProcess {
  private readonly data = new Emitter<Uint8Array>();
  private readonly exit = new Emitter<PtyExit>();
  readonly onData = this.data.event;
  readonly onExit = this.exit.event;
  readonly resizes: Dimensions[] = [];
  written = '';
  paused = false;
  disposed = false;
  settle?: () => Promise<void>;

  constructor(
    readonly pid: number,
    readonly spec: PtySpawnSpec,
  ) {}

  write(data: Uint8Array): void {
    this.written += Buffer.from(data).toString();
  }

  resize(dimensions: Dimensions): void {
    this.resizes.push(dimensions);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
  }

  dispose(): void {
    this.disposed = true;
  }

  /** Makes it outlive its window. Returns the function that ends the wait for its input. */
  outlive(): () => void {
    let receive = (): void => undefined;
    const received = new Promise<void>((resolve) => (receive = resolve));
    this.settle = () => received;
    return () => receive();
  }

  print(text: string | Uint8Array): void {
    this.data.fire(typeof text === 'string' ? Buffer.from(text) : text);
  }

  end(exitCode: number | undefined = 0, signal?: NodeJS.Signals): void {
    this.exit.fire({ exitCode, signal });
  }
}

/** Starts {@link FakePtyProcess}es, or fails with `failWith`. */
export class FakePtySpawner implements PtySpawner {
  readonly processes: FakePtyProcess[] = [];
  failWith: Error | undefined;

  spawn(spec: PtySpawnSpec): FakePtyProcess {
    if (this.failWith) {
      throw this.failWith;
    }
    const process = new FakePtyProcess(1000 + this.processes.length, spec);
    this.processes.push(process);
    return process;
  }
}
