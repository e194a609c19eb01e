import type { Event } from '../base/event';
import type { Disposable } from '../base/lifecycle';
import type { Dimensions, ProgramSpec } from './ptyProcess';
import type { AfterExit, Persistence } from './spawnMode';
import type { FallbackStart } from './session/startFallback';

/** What a session's process does. Not what an agent in it does: that is its activity. */
export type SessionState = 'creating' | 'active' | 'idle' | 'terminated';

/** Where a session's program runs. */
export type SessionKind = 'local' | 'ssh';

/** What may be sent to a session's program, and nothing else. */
export type SessionSignal = 'SIGINT' | 'SIGKILL';

/** All that is needed to begin a session. */
export interface SessionSpec {
  /** The PTY id, `{providerId}-{main|chat}-{suffix}`. */
  readonly id: string;
  readonly label: string;
  readonly kind: SessionKind;
  /** The command line of what runs, for the person to read: the agent's, not its wrapper's. */
  readonly exec: string;
  readonly program: ProgramSpec;
  /** Defaults to 80x24 until a viewer says otherwise. */
  readonly dimensions?: Dimensions | undefined;
  /** Rows kept above the screen. */
  readonly scrollback: number;
  readonly afterExit: AfterExit;
  /** Takes the program's place on the same PTY id when it ends: a login shell after an agent. */
  readonly followUp?: ProgramSpec | undefined;
  /** Takes the place of `program` where its agent fails as it starts; `followUp` is not for that one. */
  readonly fallback?: FallbackStart | undefined;
  /**
   * The nonce with which `program` reports the exit status of the agent that it wraps
   * (see `agentExitMarker.ts`); none where the program is no wrapper.
   */
  readonly exitMarkerNonce?: string | undefined;
  /** What its screen shows before the program says anything. */
  readonly seed?: string | undefined;
  /** The PTY id of the session that it was forked from. */
  readonly parent?: string | undefined;
  /** Defaults to `window`. */
  readonly persistence?: Persistence | undefined;
  /** When it began, ISO 8601, where that was before; defaults to now. */
  readonly createdAt?: string | undefined;
  /** The URI of the workspace folder that it belongs to, by which a later window finds it again. */
  readonly folder?: string | undefined;
}

/** A session as it is at one moment; plain data, so that it can cross a socket. */
export interface SessionInfo {
  readonly id: string;
  /** Tells one session from the next one of the same id; never given twice by one service. */
  readonly life: number;
  readonly label: string;
  readonly kind: SessionKind;
  readonly state: SessionState;
  readonly workDir: string;
  readonly afterExit: AfterExit;
  /** ISO 8601. */
  readonly createdAt: string;
  /** When its last program started, which may be the follow-up; ISO 8601. */
  readonly programStartedAt: string;
  /** The command line of what runs, for the person to read. */
  readonly exec: string;
  readonly pid: number | null;
  readonly attachedCount: number;
  /** Whether its programs have written anything yet. */
  readonly hasOutput: boolean;
  /** When its programs last wrote, in milliseconds since the epoch, null if never. No event tells of it. */
  readonly lastOutputAt: number | null;
  /**
   * When somebody last typed in one of its viewers, in the same way. What is written through
   * `SessionService.write`, a terminal's answers, mouse and focus do not count.
   */
  readonly lastInputAt: number | null;
  /** Whether the program wants pastes in brackets (DECSET 2004). */
  readonly bracketedPaste: boolean;
  readonly dimensions: Dimensions;
  /** Whether the spec's fallback runs, for the first program has failed. */
  readonly fellBack: boolean;
  /** The exit code of the session's last program, null until it ended or where a signal ended it. */
  readonly exitCode: number | null;
  /** The name of the signal that ended the session's last program, else null. */
  readonly exitSignal: string | null;
  /** Whether somebody ended it, so that its exit was none of its own; true from the begin of that end on. */
  readonly isKilled: boolean;
  /** The exit code of the agent, which may end before its session does; null while unknown. */
  readonly agentExitCode: number | null;
  /** The PTY id of the session that it was forked from, which may be long gone; null for one of its own. */
  readonly parent: string | null;
  /** What it was begun with, whatever the setting says by now. */
  readonly persistence: Persistence;
  /** The URI of the workspace folder that it belongs to; null for none. */
  readonly folder: string | null;
  /**
   * Whether what held its program is gone, a session host or tmux server that crashed, or the line to
   * the remote machine's tmux, so that nobody knows how the program ended, or whether. Such a session exits,
   * and its conversation can go on; what a host held is removed as well.
   */
  readonly isLost: boolean;
  /** What the person should know of how it runs, one sentence each, the newest last: no hooks, a lost line. */
  readonly remarks: readonly string[];
}

export type SessionEvent =
  | { readonly type: 'created'; readonly session: SessionInfo }
  | { readonly type: 'changed'; readonly session: SessionInfo }
  /** The agent ended; its session may go on as a shell. */
  | { readonly type: 'agentExit'; readonly session: SessionInfo }
  /** The session's last program ended. */
  | { readonly type: 'exit'; readonly session: SessionInfo }
  /** The session has left the list. */
  | { readonly type: 'removed'; readonly session: SessionInfo };

/**
 * What a session's program told beside what it shows, as it wrote it: untrusted text. Never
 * from a replay; the screen has the output with it when this is told.
 */
export interface ProgramSignal {
  readonly id: string;
  readonly life: number;
  readonly kind: 'osc';
  /** 0, 1, 2: titles; 9: a notification or, if `data` begins with `4;`, progress; 7501: Program Status. */
  readonly code: number;
  /** What follows the code and its semicolon, at most 4096 bytes. */
  readonly data: string;
}

/** What a session's screen shows at one moment, without its scrollback. */
export interface VisibleScreen {
  /** From the top, as many as the screen is high: as they stand there, no blanks at their ends. */
  readonly rows: readonly string[];
  /** Counted from 0; the column is the screen's width where the next character begins a new row. */
  readonly cursor: { readonly row: number; readonly column: number };
  /** Whether it is the alternate one, as full-screen programs have it. */
  readonly altScreen: boolean;
  /** As the program set it last, empty if it did not: untrusted text. */
  readonly title: string;
}

export interface AttachOptions {
  readonly dimensions?: Dimensions | undefined;
  /** Rows above the screen that it wants to be drawn, at the most; all that are kept by default. */
  readonly scrollback?: number | undefined;
  /** Whether a terminal reads the output and answers the program's questions; so it is by default. */
  readonly isTerminal?: boolean | undefined;
  /**
   * Gets the output as text. The first calls draw the session as it is at the moment of attaching:
   * the screen, then, where there are rows above it, all anew with these.
   */
  onData(data: string): void;
  /**
   * Gets what the program writes as it wrote it, bytes that are no text, too; `onData` gets the
   * drawings alone then.
   */
  readonly onBytes?: ((bytes: Uint8Array) => void) | undefined;
  /** Called once, after the last output. */
  onExit(session: SessionInfo): void;
}

/** What a redraw holds: the screen alone, which is a few KB, or the rows above it as well. */
export type RedrawScope = 'screen' | 'all';

/** One viewer of a session. Disposing it detaches; the session lives on. */
export interface Attachment extends Disposable {
  readonly sessionId: string;
  /** @throws {SessionError} `DETACHED` after it was disposed. */
  write(data: string | Uint8Array): void;
  /** @throws {SessionError} `DETACHED` after it was disposed. */
  resize(dimensions: Dimensions): void;
  /**
   * This viewer drops output, what it was given last perhaps: until it is redrawn whole, it
   * answers none of the program's questions. Those that it has not answered yet are for it.
   */
  fallBehind(): void;
  /**
   * Draws the session as it is at this call for a viewer that fell behind: what `onScreen` is
   * given resets the terminal first. With `screen` it stays behind; with `all` it is whole
   * again: `onScreen` is called between what `onData` gives up to this call and what it gives
   * after it. Works after the exit too. One redraw ends before the next begins.
   */
  redraw(scope: RedrawScope, onScreen: (screen: string) => void): void;
}

export interface TextOptions {
  /** Rows above the screen that are included, at the most. */
  readonly scrollback: number;
}

/** What can be done with one session, wherever its PTY lives. */
export interface SessionHandle {
  attach(options: AttachOptions): Promise<Attachment>;
  /** What the screen shows, wrapped rows as one line; without scrollback by default. */
  text(options?: TextOptions): Promise<string>;
  /** The same rows with their colours, as output for another session's terminal. */
  colouredText(options?: TextOptions): Promise<string>;
  /** What the screen shows, row by row, once all output up to this call is parsed. */
  screen(): Promise<VisibleScreen>;
  /**
   * Passes on what the programs write from this call on, as they write it. No screen is drawn before,
   * and the listener does not count as a viewer.
   */
  watchOutput(listener: (bytes: Uint8Array) => void): Disposable;
  /** Keystrokes. After the exit nothing happens. */
  write(data: string | Uint8Array): void;
  resize(dimensions: Dimensions): void;
  relabel(label: string): void;
  /**
   * SIGINT is Ctrl-C on the input, whatever the program makes of it; SIGKILL ends the session's
   * root program at once, and the session as if it had ended by itself.
   */
  signal(signal: SessionSignal): void;
  /** Ends the session, bounded, and removes it. */
  kill(): Promise<void>;
}

/** The same, each with the session's id first. */
type SessionCalls = {
  readonly [Call in keyof SessionHandle]: (
    id: string,
    ...args: Parameters<SessionHandle[Call]>
  ) => ReturnType<SessionHandle[Call]>;
};

/**
 * The sessions of a window, as agents, views and the API use them. Events keep a mirror of them
 * current, so reading is synchronous. With an unknown id `attach`, `text`, `colouredText` and `screen`
 * reject with `SESSION_NOT_FOUND`; all other calls do nothing.
 */
export interface SessionService extends SessionCalls, Disposable {
  readonly onDidChange: Event<SessionEvent>;
  /** The program's question whether Program Status is read is answered, and not passed on. */
  readonly onDidSignal: Event<ProgramSignal>;
  /**
   * @throws {SessionError} `SESSION_EXISTS`, `MAX_SESSIONS`, `CWD_NOT_FOUND`, `CLI_NOT_FOUND`
   * (the program's file does not exist or cannot be run), `SPAWN_FAILED`.
   */
  create(spec: SessionSpec): Promise<SessionInfo>;
  /**
   * Of the place where a session of that persistence would be; `window` by default.
   * @throws {SessionError} `MAX_SESSIONS` where a session could not be created now.
   */
  requireRoom(persistence?: Persistence): void;
  get(id: string): SessionInfo | undefined;
  list(): readonly SessionInfo[];
  has(id: string): boolean;
  /** Ends what does not outlive the window, and leaves the rest; settles within `timeoutMs` milliseconds. */
  shutdown(timeoutMs: number): Promise<void>;
}
