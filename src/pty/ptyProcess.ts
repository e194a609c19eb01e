import type { Event } from '../base/event';
import type { Disposable } from '../base/lifecycle';
import type { SshLine } from './ssh/sshLine';
import type { TmuxLine } from './tmux/tmuxLine';

/** The size of a terminal, in character cells. */
export interface Dimensions {
  readonly cols: number;
  readonly rows: number;
}

/** What a program is, without its size: all but the last thing the system needs to start it. */
export interface ProgramSpec {
  /** An absolute path, or a name to be looked up on the PATH of `env`. */
  readonly file: string;
  /** The arguments after argv[0]. */
  readonly args: readonly string[];
  /** What follows the file on the command line, word for word, in place of `args`: on Windows only. */
  readonly commandLine?: string | undefined;
  readonly cwd: string;
  /** The whole environment: nothing is added from ours. */
  readonly env: Readonly<Record<string, string>>;
  /** Set where the program is an `ssh` of ours: what it does on the remote machine. */
  readonly ssh?: SshLine | undefined;
  /** Set where the program is to live in tmux, and its PTY to show it. */
  readonly tmux?: TmuxLine | undefined;
}

export interface PtySpawnSpec extends ProgramSpec, Dimensions {}

/** How a program ended: by itself with a code, or by a signal. */
export interface PtyExit {
  readonly exitCode: number | undefined;
  readonly signal: NodeJS.Signals | undefined;
  /** Set where it was the way to a session on another machine, which goes on without. */
  readonly livesOn?: boolean | undefined;
}

/**
 * A running program on a PTY. Bytes, not text: a character may be split over
 * two chunks, so only the edge that shows them decodes them.
 *
 * `onExit` fires once, after the last byte has gone to `onData`. From then on
 * every call does nothing. Disposing closes the PTY, which hangs the program up;
 * ending it for certain is `terminate`'s work.
 */
export interface PtyProcess extends Disposable {
  readonly pid: number;
  readonly onData: Event<Uint8Array>;
  readonly onExit: Event<PtyExit>;
  /** Queues input; what is still queued at exit is dropped. */
  write(data: Uint8Array): void;
  /** Clamps to 1..1000 cells each way; never throws. */
  resize(dimensions: Dimensions): void;
  /** Stops reading, so that the kernel makes the program wait. */
  pause(): void;
  resume(): void;
  /** What the person should know of how it runs, one sentence each; its output says it, too. */
  readonly onRemark?: Event<string>;
  /** From now on a connection that is lost is the program's end. */
  forgoReconnect?(): void;
  /** Ends the program as SIGKILL does, where that is not the process `pid`. */
  endAtOnce?(): void;
}

/** The seam to `node-pty`: one real implementation, one fake. */
export interface PtySpawner {
  /**
   * Starts a program. The caller has checked that `cwd` and `file` exist.
   * @throws {SessionError} `SPAWN_FAILED`.
   */
  spawn(spec: PtySpawnSpec): PtyProcess;
}
