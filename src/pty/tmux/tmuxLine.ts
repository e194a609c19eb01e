import { createHash } from 'node:crypto';
import type { TmuxFacts } from './tmuxFacts';

/**
 * Where sessions live in tmux: a server of its own for each, and files beside it. Servers of tmux 3.3a
 * crash where a client in control mode comes as another session begins or ends, and a server that is
 * killed takes all its sessions along.
 */
export interface TmuxPlace {
  /** The absolute path of tmux. */
  readonly file: string;
  /** What the names of the servers' sockets begin with. */
  readonly socket: string;
  /** An absolute path, ours alone: what the sessions' programs read, and what is remembered of them. */
  readonly directory: string;
  /**
   * The whole environment of tmux, which the server hands to all that it starts: nothing of any
   * session, and no marker, for whoever ends one session by that would end them all.
   */
  readonly env: Readonly<Record<string, string>>;
}

/** What a program does in tmux, beside being a program. */
export interface TmuxLine {
  readonly place: TmuxPlace;
  readonly name: string;
  /** Random, of letters and digits: tells its files from those of the next session of that name. */
  readonly life: string;
  /**
   * `new` begins it, or goes on with the one of its name that runs; `replace` ends that one first;
   * `attach` goes on with it, and begins none.
   */
  readonly start: 'new' | 'replace' | 'attach';
  /** Rows that tmux keeps above the screen. */
  readonly scrollback: number;
  /** What its screen shows before the program says anything. */
  readonly seed: string;
  readonly exitMarkerNonce: string | undefined;
  /** What a later window has to know of it. */
  readonly facts: TmuxFacts;
}

const PREFIX = 'agent-terminals-';

/** The name of a session's tmux session. PTY ids hold none of the characters that tmux changes in names. */
export function getTmuxSessionName(ptyId: string): string {
  return PREFIX + ptyId;
}

/** The longest name of a socket that surely has room in a socket's path. */
const MAX_SOCKET_CHARS = 64;

/** The name of the socket of a session's server, after `-L`. */
export function tmuxSocket({ socket }: Pick<TmuxPlace, 'socket'>, name: string): string {
  const full = `${socket}-${name.slice(PREFIX.length)}`;
  const hash = createHash('sha256').update(full).digest('hex');
  return full.length <= MAX_SOCKET_CHARS ? full : `${socket}-${hash.slice(0, 16)}`;
}

/** The arguments of tmux before its command: the session's server, UTF-8, and nobody's configuration. */
export function tmuxFlags(place: Pick<TmuxPlace, 'socket'>, name: string): readonly string[] {
  return ['-u', '-L', tmuxSocket(place, name), '-f', '/dev/null'];
}

/** Where the files of one life of a session lie. */
export function tmuxLifeDirectory({
  place,
  name,
  life,
}: Pick<TmuxLine, 'place' | 'name' | 'life'>) {
  return `${place.directory}/${name}.${life}`;
}
