import { DRAIN_LIMIT_BYTES } from '../limits';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { ReadStream } from 'node:tty';
import type { Clock } from '../../base/clock';
import { toMessage } from '../../base/errors';
import { Emitter } from '../../base/event';
import type { Logger } from '../../base/logger';
import { isErrno } from '../../base/isErrno';
import { LongLineWatch } from './longLineWatch';
import type { NativePty } from './nodePtyModule';
import type { OpenMasters } from './openMasters';
import { clampDimensions, DEFAULT_DIMENSIONS } from '../ptyDimensions';
import { PtyInputQueue } from './ptyInputQueue';
import type { Dimensions, PtyExit, PtyProcess, PtySpawnSpec } from '../ptyProcess';
import type { RunTool } from '../process/runTool';
import { toPtyExit } from './toPtyExit';

export interface UnixPtyDeps {
  readonly native: NativePty;
  readonly helperPath: string;
  /** Those of all programs of this process. */
  readonly masters: OpenMasters;
  readonly runTool: RunTool;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What is open while the program runs; gone as one, so that a reused number is never touched. */
interface OpenPty {
  readonly fd: number;
  /** Held so that the last bytes outlive the program: see {@link NodePtyUnixProcess}. */
  readonly slaveFd: number;
  readonly stream: ReadStream;
  readonly input: PtyInputQueue;
  readonly lines: LongLineWatch;
}

const READ_BYTES = 64 * 1024;

/**
 * A program on a PTY that we own from end to end, over the native half of `node-pty`.
 *
 * libuv below 1.52 gives up a PTY whose last slave has closed before it has read all
 * of it (libuv#4992, node-pty#72). So a slave is held here until the exit is known;
 * what then is left is read synchronously, and only after that is the exit told.
 */
export class NodePtyUnixProcess implements PtyProcess {
  private readonly didData = new Emitter<Uint8Array>((error) => this.logListenerError(error));
  private readonly didExit = new Emitter<PtyExit>((error) => this.logListenerError(error));
  readonly onData = this.didData.event;
  readonly onExit = this.didExit.event;
  readonly pid: number;
  private open: OpenPty | undefined;
  private dimensions: Dimensions;

  /** @throws whatever kept the program from being started; nothing of it stays behind then. */
  constructor(
    spec: PtySpawnSpec,
    private readonly deps: UnixPtyDeps,
  ) {
    this.dimensions = clampDimensions(spec, DEFAULT_DIMENSIONS);
    const forked = this.fork(spec);
    this.pid = forked.pid;
    this.open = this.openPty(forked);
  }

  write(data: Uint8Array): void {
    this.open?.input.push(data);
    this.open?.lines.push(data);
  }

  resize(dimensions: Dimensions): void {
    if (!this.open) {
      return;
    }
    this.dimensions = clampDimensions(dimensions, this.dimensions);
    try {
      const { cols, rows } = this.dimensions;
      this.deps.native.resize(this.open.fd, cols, rows, 0, 0);
    } catch (error) {
      this.deps.logger.warn(`Program ${this.pid} could not be resized: ${toMessage(error)}`);
    }
  }

  pause(): void {
    this.open?.stream.pause();
  }

  resume(): void {
    this.open?.stream.resume();
  }

  dispose(): void {
    if (this.open) {
      this.close();
      // The kernel hangs it up, too, but not while another process has inherited our end.
      quietly(() => process.kill(this.pid, 'SIGHUP'));
    }
    this.didData.dispose();
    this.didExit.dispose();
  }

  private fork({ file, args, cwd, env }: PtySpawnSpec) {
    const { cols, rows } = this.dimensions;
    const onExit = (code: number, signal: number) => this.handleExit(toPtyExit(code, signal));
    // -1: the user and group stay as they are. true: the terminal is UTF-8, so that
    // the kernel's line editing erases characters, not bytes.
    const how = [-1, -1, true, this.deps.helperPath, onExit] as const;
    const program = [file, [...args], toEnvPairs(env, cwd), cwd] as const;
    const { masters, native } = this.deps;
    return masters.withoutGaps(() => native.fork(...program, cols, rows, ...how));
  }

  private openPty({ fd, pid, pty }: ReturnType<NativePty['fork']>): OpenPty {
    let slaveFd: number | undefined;
    try {
      slaveFd = openSync(pty, constants.O_RDWR | constants.O_NOCTTY);
      const stream = new ReadStream(fd);
      stream.on('data', (chunk: Buffer) => this.didData.fire(chunk));
      stream.on('error', (error) => this.handleStreamError(error));
      stream.on('close', () => this.close());
      this.deps.masters.add(fd);
      return {
        fd,
        slaveFd,
        stream,
        input: new PtyInputQueue((data) => this.take(data), this.deps),
        lines: new LongLineWatch({ pid, path: pty }, this.deps),
      };
    } catch (error) {
      quietly(() => process.kill(pid, 'SIGKILL'));
      quietly(() => closeSync(fd));
      const opened = slaveFd;
      if (opened !== undefined) {
        quietly(() => closeSync(opened));
      }
      throw error;
    }
  }

  /** Writes what fits, without waiting; synchronous, so that no write can outlive its descriptor. */
  private take(data: Uint8Array): number {
    if (!this.open) {
      return 0;
    }
    try {
      return writeSync(this.open.fd, data);
    } catch (error) {
      if (!isErrno(error, 'EAGAIN')) {
        this.deps.logger.warn(`Program ${this.pid} accepts no more input: ${toMessage(error)}`);
        this.open.input.dispose();
      }
      return 0;
    }
  }

  /** The stream closes itself after an error; the exit is still to come, from the kernel. */
  private handleStreamError(error: Error): void {
    if (this.open && !isErrno(error, 'EIO')) {
      this.deps.logger.warn(`The terminal of program ${this.pid} failed: ${error.message}`);
    }
  }

  private handleExit(exit: PtyExit): void {
    this.open?.input.dispose();
    this.drain();
    this.close();
    this.didExit.fire(exit);
    this.dispose();
  }

  /** Gives out what the stream has read already, which a pause may hold back, then what it has not. */
  private drain(): void {
    this.open?.stream.pause();
    let chunk: unknown;
    do {
      // Goes to our listener by the stream's `data` event.
      chunk = this.open?.stream.read();
    } while (chunk);
    const buffer = Buffer.allocUnsafe(READ_BYTES);
    for (let drained = 0; this.open && drained < DRAIN_LIMIT_BYTES;) {
      const bytes = readAvailable(this.open.fd, buffer);
      if (bytes === 0) {
        return;
      }
      drained += bytes;
      this.didData.fire(Uint8Array.from(buffer.subarray(0, bytes)));
    }
  }

  private close(): void {
    const open = this.open;
    this.open = undefined;
    if (open) {
      this.deps.masters.delete(open.fd);
      open.input.dispose();
      open.stream.destroy();
      quietly(() => closeSync(open.slaveFd));
    }
  }

  private logListenerError(error: unknown): void {
    this.deps.logger.error(`A listener of program ${this.pid} failed.`, error);
  }
}

/** The environment as the kernel takes it. `PWD` keeps the name of a folder that is a link. */
function toEnvPairs(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): readonly string[] {
  return Object.entries({ ...env, PWD: cwd }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
}

/** Bytes that are there now; 0 at the end of them, which a PTY tells as EAGAIN, EIO or 0. */
function readAvailable(fd: number, buffer: Uint8Array): number {
  try {
    return readSync(fd, buffer);
  } catch {
    // Whatever it was, there is nothing more to be had from this PTY.
    return 0;
  }
}

/** For letting go: what is gone already needs no letting go. */
function quietly(release: () => void): void {
  try {
    release();
  } catch {
    // The program has ended, or the descriptor is closed: as was wanted.
  }
}
