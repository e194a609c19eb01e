import { SessionError } from '../../base/errors';

/**
 * The actions of an `ssh` program on the remote machine: plain data that can be sent over a socket.
 */
export interface SshLine {
  /** An alias of `~/.ssh/config`, a host, or `user@host`, for the person to read. */
  readonly target: string;
  /** Undefined if the remote machine runs the person's own command. */
  readonly delivery?: SshDelivery | undefined;
}

/**
 * The script for the remote machine, which is sent once the machine has reported that it is ready
 * (see `sshScripts.ts`).
 */
export interface SshDelivery {
  /** Random letters and digits that mark reports of the remote machine. */
  readonly nonce: string;
  /** The script. It contains the session's environment, so it is not on a command line. */
  readonly script: string;
  /** The script after a reconnection. Undefined: the session ends with its connection. */
  readonly again?: string | undefined;
  /**
   * How the remote end is ended when the session is ended. Undefined: it ends with its connection.
   */
  readonly end?: SshEnd | undefined;
  /**
   * The working directory on the remote machine, for the person to read; empty: the home directory.
   */
  readonly cwd: string;
}

/** A separate login that ends the remote end. It cannot ask for a password. */
interface SshEnd {
  /** The arguments of `ssh`. */
  readonly args: readonly string[];
  /** The same command for the person to type. */
  readonly hint: string;
}

/** The target of a connection and its options. */
interface SshCall {
  readonly target: string;
  /** The person's own options. */
  readonly sshArgs: readonly string[];
  /** The command for the remote machine's login shell. Undefined: that shell itself. */
  readonly remoteInitCommand?: string | undefined;
}

/** The remote side of an agent over SSH, as requested by a start and stored in a task. */
export interface SshTarget extends SshCall {
  /** A directory there. A relative one is below the home directory, which is the default. */
  readonly remoteCwd?: string | undefined;
  /** Whether it outlives its connection, in tmux on the remote machine. */
  readonly tmux?: boolean | undefined;
}

/**
 * Options around the person's own, for a session that the extension sets up on the remote machine.
 */
export interface SshOptions {
  /** Always apply, since `ssh` uses the first value that it gets. */
  readonly before: readonly string[];
  /** Apply if the person's options do not set them. */
  readonly after: readonly string[];
}

const NO_OPTIONS: SshOptions = { before: [], after: [] };

/** A host name, also one from the person's configuration, without control characters. */
const TARGET = /^[^-\s\p{Cc}][^\s\p{Cc}]*$/u;

/**
 * The arguments of `ssh`: `-tt {sshArgs...} {target} {remoteInitCommand}`.
 * @throws {SessionError} `BAD_REQUEST` for an invalid target, such as one that `ssh` would parse as
 * an option, and for a NUL.
 */
export function buildSshArgs(
  { target, sshArgs, remoteInitCommand }: SshCall,
  { before, after }: SshOptions = NO_OPTIONS,
): readonly string[] {
  requireTarget(target);
  const command = remoteInitCommand ? [remoteInitCommand] : [];
  const args = ['-tt', ...before, ...sshArgs, ...after, target, ...command];
  if (args.some((arg) => arg.includes('\0'))) {
    throw new SessionError(
      'BAD_REQUEST',
      `The command for ${target} contains a NUL character, which no program accepts: remove it.`,
    );
  }
  return args;
}

function requireTarget(target: string): void {
  if (!TARGET.test(target)) {
    throw new SessionError(
      'BAD_REQUEST',
      `${JSON.stringify(target.slice(0, 80))} is not an SSH target: give user@host or a Host of ~/.ssh/config, and options as sshArgs.`,
    );
  }
}
