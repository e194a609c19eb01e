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

/** What is to run in a new session: an agent, a program, or, without either, a login shell. */
export interface StartOptions {
  /** By default the current directory where the window has it, else the window's first folder. */
  readonly cwd?: string | undefined;
  readonly label?: string | undefined;
  readonly provider?: string | undefined;
  /** A task's name or id: found or made. */
  readonly task?: string | undefined;
  readonly prompt?: string | undefined;
  readonly model?: string | undefined;
  readonly exec?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly spawnMode?: 'shell' | 'direct' | undefined;
  readonly persistence?: 'window' | 'tmux' | 'host' | undefined;
  readonly autoApprove?: boolean | undefined;
  /** Answers the agent's question whether it may trust the folder. */
  readonly trust?: boolean | undefined;
  /** With a new conversation. */
  readonly fresh?: boolean | undefined;
  readonly shellSetup?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly extraArgs?: readonly string[] | undefined;
  readonly cols?: number | undefined;
  readonly rows?: number | undefined;
  /** Opens a tab in the window. */
  readonly show?: boolean | undefined;
}

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
