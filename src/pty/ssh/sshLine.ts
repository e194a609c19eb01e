import { SessionError } from '../../base/errors';

/** What a program that is `ssh` does on the remote machine; plain data, so that it can cross a socket. */
export interface SshLine {
  /** An alias of `~/.ssh/config`, a host, or `user@host`: for the person to read. */
  readonly target: string;
  /** None where the remote machine runs the person's own words. */
  readonly delivery?: SshDelivery | undefined;
}

/** What the remote machine is handed once it has said that it takes it (see `sshScripts.ts`). */
export interface SshDelivery {
  /** Random, of letters and digits: marks what the remote machine says to us. */
  readonly nonce: string;
  /** What it runs; holds the session's environment, so it is on no command line. */
  readonly script: string;
  /** Runs in its place where a dropped line is picked up again; none = its end is the end. */
  readonly again?: string | undefined;
  /** How the remote end of it is ended where somebody ends the session; none = it ends with its line. */
  readonly end?: SshEnd | undefined;
  /** Where the remote machine is to work, for the person to read; empty = at home. */
  readonly cwd: string;
}

/** A login of its own, with nobody there to be asked for a password. */
export interface SshEnd {
  /** The arguments of `ssh`. */
  readonly args: readonly string[];
  /** The same for the person to type. */
  readonly hint: string;
}

/** Who is called, and how. */
export interface SshCall {
  readonly target: string;
  /** The person's own options. */
  readonly sshArgs: readonly string[];
  /** What the remote machine's login shell runs; none = it is that shell. */
  readonly remoteInitCommand?: string | undefined;
}

/** Where an agent is to run over SSH, as a start asks for it and a task remembers it. */
export interface SshPlace extends SshCall {
  /** A directory there; a relative one is below home, which is the default. */
  readonly remoteCwd?: string | undefined;
  /** Whether it is to outlive its connection, in tmux on the remote machine. */
  readonly tmux?: boolean | undefined;
}

/** What is set around the person's own options, for a session that is ours on the remote machine, too. */
export interface SshOptions {
  /** Counts whatever theirs say: `ssh` takes the first value that it is given. */
  readonly before: readonly string[];
  /** Counts where theirs say nothing. */
  readonly after: readonly string[];
}

const NO_OPTIONS: SshOptions = { before: [], after: [] };

/** Room for what a host's name may be, of a person's config, too; a control character is none. */
const TARGET = /^[^-\s\p{Cc}][^\s\p{Cc}]*$/u;

/**
 * The arguments of `ssh`: `-tt {sshArgs...} {target} {remoteInitCommand}`.
 * @throws {SessionError} `BAD_REQUEST` for a target that is none, such as one that `ssh` takes for an
 * option, and for a NUL.
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
