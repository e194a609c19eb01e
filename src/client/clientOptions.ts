import type { SurfaceOptions } from '../base/startOptions';
import type { Operations } from './generated/operations';
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

export type AskResult = Operations['ask']['output'];

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

export type ForkOptions = Omit<Operations['fork']['input'], 'session'>;

export type ForkTaskOptions = Omit<Operations['forkTask']['input'], 'task'>;

/** A new task with forks of another one's sessions. */
export interface ForkedTask {
  readonly task: { readonly id: string; readonly name: string; readonly workDir: string };
  readonly sessions: readonly StartedSession[];
}

export type ResumeOptions = Omit<Operations['resume']['input'], 'conversation'>;

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
