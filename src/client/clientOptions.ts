import type { SurfaceOptions } from '../base/startOptions';
import type { SessionOptions } from './sessionOptions';

/** Which window to talk to. */
export interface ConnectOptions {
  /** A folder that is open in the window, or its process id; by default the one that holds `cwd`. */
  readonly window?: string | undefined;
  /** By default the process's own. */
  readonly cwd?: string | undefined;
  /** By default the process's own. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** What runs in a new session: an agent, a program, or, without either, a login shell. */
export type StartOptions = SurfaceOptions<'api'>;

export interface OpenOptions extends StartOptions, SessionOptions {}

export interface AttachOptions extends SessionOptions {
  readonly sessionId: string;
}

export interface SessionReference {
  readonly sessionId: string;
}

export interface AskOptions {
  /** For the whole answer, in milliseconds; ten minutes by default. */
  readonly timeoutMs?: number | undefined;
  /** Aborting interrupts the agent. */
  readonly signal?: AbortSignal | undefined;
}

export interface AskResult {
  readonly response: string;
  readonly ms: number;
  readonly endedBy: string;
}

export interface WaitOptions {
  /** Activities, such as `idle` and `needsInput`; `idle` means `done`, too. */
  readonly for?: readonly string[] | undefined;
  /** In milliseconds. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ForkOptions {
  readonly count?: number | undefined;
  /** Gives each fork a git worktree of its own, with the uncommitted changes. */
  readonly worktree?: boolean | undefined;
}

export interface ScreenOptions {
  /** With colours and cursor. */
  readonly ansi?: boolean | undefined;
  /** Rows above the screen. */
  readonly scrollback?: number | undefined;
}

export interface McpOptions {
  /** Names a client of MCP: random, and the same in all that it sends. */
  readonly caller: string;
  readonly signal?: AbortSignal | undefined;
}
