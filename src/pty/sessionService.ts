import type { Event } from '../base/event';
import type { Disposable } from '../base/lifecycle';
import type { Dimensions, ProgramSpec } from './ptyProcess';
import type { AfterExit, Persistence } from './spawnMode';
import type { FallbackStart } from './session/startFallback';
import type { StartShell } from './shell/shells';

/** The state of a session's process. The state of its agent is its activity. */
export type SessionState = 'creating' | 'active' | 'idle' | 'terminated';

/** Where a session's program runs. */
export type SessionKind = 'local' | 'ssh';

/** The signals that may be sent to a session's program. */
export type SessionSignal = 'SIGINT' | 'SIGKILL';

/** The state of a session whose agent has not begun. */
interface PendingStart {
  /** A predicate for the person, without full stop: `has not begun: /bin/bash runs ...`. */
  readonly reason: string;
  /** Whether the person should look: the start takes long, or its shell has ended. */
  readonly isStuck: boolean;
}

/** The data from which a session is created. */
export interface SessionSpec {
  /** The PTY id, `{providerId}-{main|chat}-{suffix}`. */
  readonly id: string;
  readonly label: string;
  readonly kind: SessionKind;
  /** The command line for the person: the agent's, not its wrapper's. */
  readonly exec: string;
  readonly program: ProgramSpec;
  /** Defaults to 80x24 until a viewer sets another size. */
  readonly dimensions?: Dimensions | undefined;
  /** The rows stored above the screen. */
  readonly scrollback: number;
  readonly afterExit: AfterExit;
  /**
   * Whether the exit of `program` is that of its agent: it is the agent, or exits with its status.
   */
  readonly endsWithAgent?: boolean | undefined;
  /**
   * The program that runs on the same PTY id after `program` ends: a login shell after an agent.
   */
  readonly followUp?: ProgramSpec | undefined;
  /**
   * Runs instead of `program` if its agent fails during its start. `followUp` does not apply to it.
   */
  readonly fallback?: FallbackStart | undefined;
  /**
   * The nonce with which `program` reports the exit status of the agent that it wraps (see
   * `agentExitMarker.ts`); undefined if the program is not a wrapper.
   */
  readonly exitMarkerNonce?: string | undefined;
  /** The shell that `program` is, if it reports by the same nonce when it starts the agent. */
  readonly startShell?: StartShell | undefined;
  /**
   * The nonce's hash, for a session in tmux that another process has started: its facts contain only
   * the hash, because the agent can read them.
   */
  readonly exitMarkerHash?: string | undefined;
  /** What its screen shows before the program's first output. */
  readonly seed?: string | undefined;
  /** The PTY id of the session from which it was forked. */
  readonly parent?: string | undefined;
  /** Defaults to `window`. */
  readonly persistence?: Persistence | undefined;
  /** When an existing session began, ISO 8601; defaults to now. */
  readonly createdAt?: string | undefined;
  /** The URI of its workspace folder, by which a later window finds the session. */
  readonly folder?: string | undefined;
}

/** The state of a session at one moment: plain data, so that it can be sent over a socket. */
export interface SessionInfo {
  readonly id: string;
  /** Distinguishes sessions with the same id. A service never uses a number twice. */
  readonly generation: number;
  readonly label: string;
  readonly kind: SessionKind;
  readonly state: SessionState;
  readonly workDir: string;
  readonly afterExit: AfterExit;
  /** ISO 8601. */
  readonly createdAt: string;
  /** When its last program started, which may be the follow-up; ISO 8601. */
  readonly programStartedAt: string;
  /** The command line for the person. */
  readonly exec: string;
  readonly pid: number | null;
  readonly attachedCount: number;
  /** Whether its programs have written anything yet. */
  readonly hasOutput: boolean;
  /**
   * When its programs last produced output, in milliseconds since the epoch; null if never. No
   * event fires for a change.
   */
  readonly lastOutputAt: number | null;
  /**
   * When a person last typed in one of its viewers, in milliseconds since the epoch; null if never.
   * Input through `SessionService.write`, a terminal's answers, mouse and focus do not count.
   */
  readonly lastInputAt: number | null;
  /** Whether the program has enabled bracketed paste (DECSET 2004). */
  readonly bracketedPaste: boolean;
  readonly dimensions: Dimensions;
  /** Whether the spec's fallback runs, because the first program failed. */
  readonly fellBack: boolean;
  /** The exit code of the session's last program; null until it ended, or if a signal ended it. */
  readonly exitCode: number | null;
  /** The name of the signal that ended the session's last program, else null. */
  readonly exitSignal: string | null;
  /**
   * Whether it was ended by a request, from the start of that end on; the exit is then not the
   * program's own.
   */
  readonly isKilled: boolean;
  /** The exit code of the agent, which may end before its session does; null while unknown. */
  readonly agentExitCode: number | null;
  /**
   * The PTY id of the session from which it was forked, which may no longer exist; null if it was
   * not forked.
   */
  readonly parent: string | null;
  /** The persistence with which it was created, whatever the setting is now. */
  readonly persistence: Persistence;
  /** The URI of its workspace folder; null for none. */
  readonly folder: string | null;
  /**
   * Whether the process that ran its program was lost: a session host or tmux server crashed, or
   * the connection to the remote machine's tmux ended. Then it is unknown how the program ended, or
   * whether it did. Such a session exits, and its conversation can be resumed. Sessions of a lost
   * host are also removed.
   */
  readonly isLost: boolean;
  /** Absent once its agent has begun, and without an agent. */
  readonly pendingStart?: PendingStart | undefined;
  /**
   * Notices for the person about how it runs, one sentence each, the newest last: no hooks, a lost
   * connection.
   */
  readonly notices: readonly string[];
}

export type SessionEvent =
  | { readonly type: 'created'; readonly session: SessionInfo }
  | { readonly type: 'changed'; readonly session: SessionInfo }
  /** The agent ended; its session may continue as a shell. */
  | { readonly type: 'agentExit'; readonly session: SessionInfo }
  /** The session's last program ended. */
  | { readonly type: 'exit'; readonly session: SessionInfo }
  /** The session was removed from the list. */
  | { readonly type: 'removed'; readonly session: SessionInfo };

/** The events after which the agent of a session has ended, also if a shell follows, or the window has released the session. */
export const AGENT_END_EVENTS: ReadonlySet<SessionEvent['type']> = new Set([
  'agentExit',
  'exit',
  'removed',
]);

/**
 * What a session's program reported beside its output; untrusted text. Replays never emit it. The
 * screen already contains the output when it fires.
 */
export interface ProgramSignal {
  readonly id: string;
  readonly generation: number;
  readonly kind: 'osc';
  /** 0, 1, 2: titles; 9: a notification or, if `data` begins with `4;`, progress; 7501: Program Status. */
  readonly code: number;
  /** What follows the code and its semicolon, at most 4096 bytes. */
  readonly data: string;
}

/** What a session's screen shows at one moment, without its scrollback. */
export interface VisibleScreen {
  /** All rows of the screen, from the top, without blanks at their ends. */
  readonly rows: readonly string[];
  /**
   * The indexes of rows that continue the row above, which the terminal has wrapped; undefined where it
   * is not known, as in a recorded screen.
   */
  readonly wrapped?: readonly number[] | undefined;
  /**
   * Counted from 0. The column equals the screen's width if the next character starts a new row.
   */
  readonly cursor: { readonly row: number; readonly column: number };
  /** Whether the alternate screen is shown, which full-screen programs use. */
  readonly altScreen: boolean;
  /** The title that the program set last, empty if none; untrusted text. */
  readonly title: string;
  /**
   * The number of the last output that it contains, counted from 1 for each session; undefined for a screen
   * without a session.
   */
  readonly output?: number | undefined;
}

export interface AttachOptions {
  readonly dimensions?: Dimensions | undefined;
  /** The most rows above the screen to draw; by default all that are stored. */
  readonly scrollback?: number | undefined;
  /** Whether a terminal reads the output and answers the program's queries; true by default. */
  readonly isTerminal?: boolean | undefined;
  /**
   * Receives the output as text. The first calls draw the session at the time of the attach: first
   * the screen; then, if rows above it exist, everything again with these rows.
   */
  onData(data: string): void;
  /**
   * Receives the program's output unchanged, including bytes that are not valid text. `onData` then
   * receives the drawings only.
   */
  readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
  /** Called once, after the last output. */
  onExit(session: SessionInfo): void;
}

/** What a redraw contains: the screen only, which is a few KB, or also the rows above it. */
export type RedrawScope = 'screen' | 'all';

/** One viewer of a session. Disposing it detaches; the session continues. */
export interface Attachment extends Disposable {
  readonly sessionId: string;
  /** @throws {SessionError} `DETACHED` after it was disposed. */
  write(data: string | Uint8Array): void;
  /** @throws {SessionError} `DETACHED` after it was disposed. */
  resize(dimensions: Dimensions): void;
  /**
   * Reports that this viewer drops output, perhaps including output already passed to it. Until a
   * complete redraw it answers no queries of the program, including those that it has not answered
   * yet.
   */
  fallBehind(): void;
  /**
   * Draws the session at the time of this call for a viewer that fell behind; the text for
   * `onScreen` resets the terminal first. With `screen` the viewer stays behind. With `all` it has
   * caught up: `onScreen` is called between the output before this call and the output after it.
   * Works after the exit too. Redraws end in the order of their calls.
   */
  redraw(scope: RedrawScope, onScreen: (screen: string) => void): void;
}

export interface TextOptions {
  /** The most rows above the screen to include. */
  readonly scrollback: number;
}

export const NO_SCROLLBACK: TextOptions = { scrollback: 0 };

/** The calls for one session, wherever its PTY runs. */
export interface SessionHandle {
  attach(options: AttachOptions): Promise<Attachment>;
  /**
   * Returns the text of the screen, with wrapped rows joined to one line; without scrollback by
   * default.
   */
  text(options?: TextOptions): Promise<string>;
  /** Returns the same rows with colours, as output for another session's terminal. */
  colouredText(options?: TextOptions): Promise<string>;
  /** Returns the rows of the screen, once all output up to this call is parsed. */
  screen(): Promise<VisibleScreen>;
  /**
   * Passes the output of the programs from this call on to the listener, unchanged. No screen is
   * drawn first, and the listener does not count as a viewer.
   */
  watchOutput(listener: (bytes: Uint8Array) => void): Disposable;
  /** Writes keystrokes. Does nothing after the exit. */
  write(data: string | Uint8Array): void;
  /**
   * Writes keystrokes that are meant for a screen, unless there is output after the one with this
   * number. Returns whether they were written.
   * @throws {SessionError} in the session host, where it is made at most once: `ILLEGAL_STATE` if the
   * connection is lost meanwhile, `TIMEOUT` if the host does not respond; the keys may then be written.
   */
  writeAfter(output: number, data: string): Promise<boolean>;
  resize(dimensions: Dimensions): void;
  relabel(label: string): void;
  /**
   * SIGINT writes Ctrl-C to the input. SIGKILL ends the session's root program at once, and the
   * session as if the program had ended by itself.
   */
  signal(signal: SessionSignal): void;
  /** Ends the session within a time limit and removes it. */
  kill(): Promise<void>;
}

/**
 * The sessions of a window, as agents, views and the API use them. Events keep a mirror of them
 * current, so reading is synchronous.
 */
export interface SessionService extends Disposable {
  readonly onDidChange: Event<SessionEvent>;
  /**
   * Fires for each signal. The query whether Program Status is supported is answered and not passed
   * on.
   */
  readonly onDidSignal: Event<ProgramSignal>;
  /**
   * @throws {SessionError} `SESSION_EXISTS`, `MAX_SESSIONS`, `CWD_NOT_FOUND`, `CLI_NOT_FOUND`
   * (the program's file does not exist or cannot be run), `SPAWN_FAILED`.
   */
  create(spec: SessionSpec): Promise<SessionInfo>;
  /**
   * Checks the limit of the backend for that persistence (`window` by default) for `count` more
   * sessions (1 by default).
   * @throws {SessionError} `MAX_SESSIONS` if they could not be created now.
   */
  requireRoom(persistence?: Persistence, count?: number): void;
  get(id: string): SessionInfo | undefined;
  /**
   * The calls of a session that the window owns. For one call: a handle that is kept reaches the
   * session also when another window owns it.
   */
  find(id: string): SessionHandle | undefined;
  list(): readonly SessionInfo[];
  has(id: string): boolean;
  /** Ends the sessions that do not outlive the window; settles within `timeoutMs` milliseconds. */
  shutdown(timeoutMs: number): Promise<void>;
}
