import { createHash } from 'node:crypto';
import type { TmuxFacts } from './tmuxFacts';

/**
 * The configuration of the tmux servers. Each session has its own server, with its own files: servers of
 * tmux 3.3a crash if a client in control mode connects while another session begins or ends, and a
 * killed server ends all its sessions.
 */
export interface TmuxServerConfig {
  /** The absolute path of tmux. */
  readonly file: string;
  /** The prefix of the servers' socket names. */
  readonly socket: string;
  /** The absolute path of a private directory with the start scripts and facts of the sessions. */
  readonly directory: string;
  /**
   * The complete environment of tmux, which a server passes to all programs that it starts. It
   * contains nothing of a session, and no marker: ending one session by its marker would otherwise
   * end them all.
   */
  readonly env: Readonly<Record<string, string>>;
}

/** How a program runs in tmux. */
export interface TmuxLine {
  readonly server: TmuxServerConfig;
  readonly name: string;
  /**
   * Random letters and digits, which distinguish its files from those of the next session with that
   * name.
   */
  readonly instanceId: string;
  /**
   * `new`: starts the session, or attaches to the running one of its name. `replace`: ends that one
   * first. `attach`: attaches only.
   */
  readonly start: 'new' | 'replace' | 'attach';
  /**
   * The nonce with which the script around the program reports its end, as wrappers report that of an
   * agent. Undefined for `attach`, which has the hash only.
   */
  readonly endNonce?: string | undefined;
  /** The rows that tmux keeps above the screen. */
  readonly scrollback: number;
  /** The content of the screen before the program's first output. */
  readonly seed: string;
  /** Facts for a later window. */
  readonly facts: TmuxFacts;
}

const PREFIX = 'agent-terminals-';

/**
 * The name of a session's tmux session. PTY ids contain no character that tmux replaces in names.
 */
export function getTmuxSessionName(ptyId: string): string {
  return PREFIX + ptyId;
}

/** The longest name of a socket that fits into a socket's path on every system. */
const MAX_SOCKET_CHARS = 64;

/** The socket name of a session's server, for `-L`. */
export function tmuxSocket({ socket }: Pick<TmuxServerConfig, 'socket'>, name: string): string {
  const full = `${socket}-${name.slice(PREFIX.length)}`;
  const hash = createHash('sha256').update(full).digest('hex');
  return full.length <= MAX_SOCKET_CHARS ? full : `${socket}-${hash.slice(0, 16)}`;
}

/**
 * The arguments of tmux before its command: the session's server, UTF-8, and no configuration file.
 */
export function tmuxFlags(
  server: Pick<TmuxServerConfig, 'socket'>,
  name: string,
): readonly string[] {
  return ['-u', '-L', tmuxSocket(server, name), '-f', '/dev/null'];
}

/** The directory with the files of one instance of a session. */
export function tmuxInstanceDirectory({
  server,
  name,
  instanceId,
}: Pick<TmuxLine, 'server' | 'name' | 'instanceId'>) {
  return `${server.directory}/${name}.${instanceId}`;
}
