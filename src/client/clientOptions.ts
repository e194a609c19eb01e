import type { SurfaceOptions } from '../base/startOptions';
import type { StartedSession } from './sessionInfo';
import type { SessionOptions } from './sessionOptions';

/** Selects the window. */
export interface ConnectOptions {
  /**
   * A folder that is open in the window, or its process id. By default the window whose folder
   * contains `cwd`.
   */
  readonly window?: string | undefined;
  /** By default the process's own. */
  readonly cwd?: string | undefined;
  /** By default the process's own. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Options of a new session. Without `provider` and `exec` it runs a login shell. */
export type StartOptions = SurfaceOptions<'api'>;

export interface OpenOptions extends StartOptions, SessionOptions {}

export interface AttachOptions extends SessionOptions {
  readonly sessionId: string;
}

export interface SessionReference {
  readonly sessionId: string;
}

export interface AskOptions {
  /** Time limit for the complete answer, in milliseconds; ten minutes by default. */
  readonly timeoutMs?: number | undefined;
  /** Aborting interrupts the agent. */
  readonly signal?: AbortSignal | undefined;
}

export interface AskResult {
  readonly response: string;
  readonly ms: number;
  readonly endedBy: string;
}

export interface LastAnswer {
  /** The last message of text that the agent has finished. */
  readonly text: string;
  /** `transcript`: as the agent wrote it. `screen`: as shown, with wrapped rows joined. */
  readonly source: 'screen' | 'transcript';
  /**
   * Sentences for the person if the text may not be the whole answer, or its end is left out, else
   * null.
   */
  readonly notice: string | null;
}

export interface WaitOptions {
  /**
   * Activities that end the wait, such as `idle` and `needsInput` (the default); `idle` includes
   * `done`.
   */
  readonly for?: readonly string[] | undefined;
  /** Time limit, in milliseconds; ten minutes by default. */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ForkOptions {
  readonly count?: number | undefined;
  /** Gives each fork a git worktree of its own, with the uncommitted changes. */
  readonly worktree?: boolean | undefined;
}

export interface ForkTaskOptions extends ForkOptions {
  /** The name of the new task; several are numbered. */
  readonly name?: string | undefined;
}

/** A new task with forks of another one's sessions. */
export interface ForkedTask {
  readonly task: { readonly id: string; readonly name: string; readonly workDir: string };
  readonly sessions: readonly StartedSession[];
}

export interface ResumeOptions {
  /** For a conversation of no session: a task's name or id; a new name creates one. */
  readonly task?: string | undefined;
  readonly cols?: number | undefined;
  readonly rows?: number | undefined;
  /** Opens a terminal in the window. */
  readonly show?: boolean | undefined;
}

export interface ScreenOptions {
  /** Includes escape sequences for colours and the cursor position. */
  readonly ansi?: boolean | undefined;
  /** How many rows above the screen to include; none by default. */
  readonly scrollback?: number | undefined;
}

export interface McpOptions {
  /** Identifies an MCP client: random, and equal in all its messages. */
  readonly caller: string;
  readonly signal?: AbortSignal | undefined;
}
