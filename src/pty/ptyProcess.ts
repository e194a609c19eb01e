import type { Event } from '../base/event';
import type { Disposable } from '../base/lifecycle';
import type { SshLine } from './ssh/sshLine';
import type { TmuxLine } from './tmux/tmuxLine';

/** The size of a terminal, in character cells. */
export interface Dimensions {
  readonly cols: number;
  readonly rows: number;
}

/**
 * A text for a program that is to be in no environment and on no command line, since other programs
 * can read these. The program reads the file and removes it before it starts another program.
 */
export interface OnceFile {
  /** An absolute path. Its directory is for such files only, and is created if it is missing. */
  readonly path: string;
  /** One line. */
  readonly text: string;
}

/** A program to start, without its size. */
export interface ProgramSpec {
  /** An absolute path, or a name to search on the PATH of `env`. */
  readonly file: string;
  /** The arguments after argv[0]. */
  readonly args: readonly string[];
  /** The text after the file on the command line, in place of `args`; on Windows only. */
  readonly commandLine?: string | undefined;
  readonly cwd: string;
  /** Whether it runs in `cwd` or not at all. A follow-up otherwise starts in the home directory if `cwd` is missing. */
  readonly requiresCwd?: boolean | undefined;
  /** The complete environment. Nothing of this process's environment is added. */
  readonly env: Readonly<Record<string, string>>;
  /** A file that is written for the program before its start. */
  readonly onceFile?: OnceFile | undefined;
  /** Set if the program is an `ssh`: what it does on the remote machine. */
  readonly ssh?: SshLine | undefined;
  /** Set if the program runs in tmux and its PTY runs a tmux client. */
  readonly tmux?: TmuxLine | undefined;
}

export interface PtySpawnSpec extends ProgramSpec, Dimensions {}

/** How a program ended: by itself with an exit code, or by a signal. */
export interface PtyExit {
  readonly exitCode: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  /** Whether the session continues on its machine after the connection has ended. */
  readonly continuesRemotely?: boolean | undefined;
}

/**
 * A running program on a PTY. It handles bytes, since a character may be split over two chunks;
 * only displays decode them.
 *
 * `onExit` fires once, after the last byte was emitted by `onData`. After that every call does
 * nothing. Disposing closes the PTY, which hangs the program up; `terminate` ends it for certain.
 */
export interface PtyProcess extends Disposable {
  readonly pid: number;
  readonly onData: Event<Uint8Array>;
  readonly onExit: Event<PtyExit>;
  /** Queues input. Input that is still queued at the exit is dropped. */
  write(data: Uint8Array): void;
  /** Limits the size to 1..1000 cells in each direction. Never throws. */
  resize(dimensions: Dimensions): void;
  /** Stops reading, so that the kernel blocks the program when its output buffer is full. */
  pause(): void;
  resume(): void;
  /**
   * Notices for the person about how the program runs, one sentence each. They are also part of its
   * output.
   */
  readonly onDidNotice?: Event<string>;
  /** From now on a lost connection ends the program. */
  forgoReconnect?(): void;
  /**
   * For a program that outlives this object, such as one in tmux: resolves when it has received all
   * input and what later clients need is stored, or when its client has ended. Does not resolve while
   * its output is paused or after disposal.
   */
  settle?(): Promise<void>;
  /** Ends the program as SIGKILL does, if it is not the process `pid`. */
  endAtOnce?(): void;
}

/** The interface to `node-pty`, with one real implementation and one fake. */
export interface PtySpawner {
  /**
   * Starts a program. The caller has checked that `cwd` and `file` exist.
   * @throws {SessionError} `SPAWN_FAILED`.
   */
  spawn(spec: PtySpawnSpec): PtyProcess;
}
