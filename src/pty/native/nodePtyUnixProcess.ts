import { DRAIN_LIMIT_BYTES } from '../limits';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import type { OnReadOpts } from 'node:net';
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

interface UnixPtyDeps {
  readonly native: NativePty;
  readonly helperPath: string;
  /** The masters of all programs of this process. */
  readonly masters: OpenMasters;
  readonly runTool: RunTool;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The resources of a running program. They are dropped together, so that a reused descriptor number
 * is never used.
 */
interface OpenPty {
  readonly fd: number;
  /** Keeps the last bytes readable after the program's end; see {@link NodePtyUnixProcess}. */
  readonly slaveFd: number;
  readonly stream: ReadStream;
  readonly input: PtyInputQueue;
  readonly lines: LongLineWatch;
}

/** Receives the output of all programs, of which each read is copied at once. */
const READ_BUFFER = new Uint8Array(64 * 1024);

/**
 * A program on a PTY over the native half of `node-pty`, with its own input and output handling.
 *
 * libuv below 1.52 drops unread output of a PTY when its last slave closes (libuv#4992,
 * node-pty#72). So this class keeps a slave open until the exit is known, then reads the remaining
 * output synchronously, and reports the exit after that.
 */
export class NodePtyUnixProcess implements PtyProcess {
  private readonly didData = new Emitter<Uint8Array>((error) => this.logListenerError(error));
  private readonly didExit = new Emitter<PtyExit>((error) => this.logListenerError(error));
  readonly onData = this.didData.event;
  readonly onExit = this.didExit.event;
  readonly pid: number;
  private open: OpenPty | undefined;
  private dimensions: Dimensions;

  /** @throws the error that prevented the start. All resources are released then. */
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
      // The kernel also hangs the program up, but not while another process has inherited the
      // master.
      quietly(() => process.kill(this.pid, 'SIGHUP'));
    }
    this.didData.dispose();
    this.didExit.dispose();
  }

  private fork({ file, args, cwd, env }: PtySpawnSpec) {
    const { cols, rows } = this.dimensions;
    const onExit = (code: number, signal: number) => this.handleExit(toPtyExit(code, signal));
    // -1: user and group are unchanged. true: the terminal is UTF-8, so that the kernel's line
    // editing erases characters instead of bytes.
    const how = [-1, -1, true, this.deps.helperPath, onExit] as const;
    const program = [file, [...args], toEnvPairs(env, cwd), cwd] as const;
    const { masters, native } = this.deps;
    return masters.withoutGaps(() => native.fork(...program, cols, rows, ...how));
  }

  private openPty({ fd, pid, pty }: ReturnType<NativePty['fork']>): OpenPty {
    let slaveFd: number | undefined;
    try {
      slaveFd = openSync(pty, constants.O_RDWR | constants.O_NOCTTY);
      const stream = new ReadStream(fd, { onread: this.reader() });
      stream.on('error', (error) => this.handleStreamError(error));
      stream.on('close', () => this.close());
      // Unlike `resume`, it starts no later turn of its own, which would undo a pause before that.
      stream.read(0);
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

  /** Reads into one buffer: the memory and the events that a stream has for each read take a fifth of its CPU time. */
  private reader(): OnReadOpts {
    return {
      buffer: READ_BUFFER,
      callback: (bytes) => {
        this.didData.fire(copyRead(bytes));
        return true;
      },
    };
  }

  /**
   * Writes what fits, without waiting. Synchronous, so that no write can outlive its descriptor.
   */
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

  /** The stream closes itself after an error. The kernel still reports the exit. */
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

  /** Emits the output that was not read yet. */
  private drain(): void {
    this.open?.stream.pause();
    for (let drained = 0; this.open && drained < DRAIN_LIMIT_BYTES;) {
      const bytes = readAvailable(this.open.fd, READ_BUFFER);
      if (bytes === 0) {
        return;
      }
      drained += bytes;
      this.didData.fire(copyRead(bytes));
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

/** The environment in the kernel's format. `PWD` keeps the name of a folder that is a link. */
function toEnvPairs(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
): readonly string[] {
  return Object.entries({ ...env, PWD: cwd }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
}

/** A copy of the first `bytes` of the read buffer, with memory of its own. */
function copyRead(bytes: number): Buffer {
  return Buffer.from(READ_BUFFER.slice(0, bytes).buffer);
}

/** Reads the available bytes. Returns 0 at the end, which a PTY reports as EAGAIN, EIO or 0. */
function readAvailable(fd: number, buffer: Uint8Array): number {
  try {
    return readSync(fd, buffer);
  } catch {
    // After any error nothing more can be read from this PTY.
    return 0;
  }
}

/** For releasing resources: errors do not matter. */
function quietly(release: () => void): void {
  try {
    release();
  } catch {
    // The program has ended, or the descriptor is already closed.
  }
}
