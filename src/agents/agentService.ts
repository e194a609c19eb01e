import type { AGENT_OPTIONS, StartOptions } from '../base/startOptions';
import type { ProviderStatus } from '../providers/model/providerStatus';
import type { Dimensions } from '../pty/ptyProcess';
import type { SessionInfo } from '../pty/sessionService';
import type { SshPlace } from '../pty/ssh/sshLine';
import type { AfterExit } from '../pty/spawnMode';
import type { HandoverTerms } from '../ownership/windowFile';
import type { Task } from '../tasks/task';

/** A workspace folder as the core knows it: no VS Code types. */
export interface FolderRef {
  /** Its URI as a string. */
  readonly uri: string;
  /** Its path on this machine. */
  readonly path: string;
  readonly name: string;
}

/** The task to work in: one that there is, or a new one by that name. */
export type TaskChoice =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'new'; readonly name: string };

/** How an agent starts; what is left out is as the settings say. */
export interface AgentOptions extends StartOptions<(typeof AGENT_OPTIONS)[number]> {
  /** The machine that it runs on instead of this one. */
  readonly ssh?: SshPlace | undefined;
}

export interface StartAgentRequest {
  readonly folder: FolderRef;
  readonly task: TaskChoice;
  readonly providerId: string;
  /** `auto` is the task's main conversation if that is free, else a chat. */
  readonly conversation: 'auto' | 'chat';
  /** The id of an earlier conversation to go on with, as its CLI knows it. */
  readonly picked?: string | undefined;
  readonly options: AgentOptions;
}

/**
 * A start that was checked and planned and waits for the size of its terminal, so
 * that the program draws its first frame at the size it will have.
 */
export interface PreparedStart {
  readonly task: Task;
  readonly sessionId: string;
  /** What its terminal and its row in the tree are called. */
  readonly label: string;
  /** The provider's id, or `shell`. */
  readonly providerId: string;
  readonly afterExit: AfterExit;
  /** What the person should know, one sentence each: a flag that was left out, say. */
  readonly notices: readonly string[];
  /**
   * Starts it, once: later calls give the first one's result.
   * @throws {SessionError} what `SessionService.create` throws.
   */
  launch(dimensions?: Dimensions): Promise<SessionInfo>;
  /** Gives the id free where the start is not wanted any more; nothing once it was launched. */
  discard(): void;
}

export interface RestartOptions {
  /** With a new conversation. */
  readonly fresh?: boolean | undefined;
  /** When another window that runs the session is asked to end it; by default it is not, and the launch fails. */
  readonly takeOver?: HandoverTerms | undefined;
}

export interface ForkOptions {
  /** Where the fork is to work; the session's own task by default. */
  readonly task?: TaskChoice | undefined;
  /** What it is called; after its parent by default. */
  readonly label?: string | undefined;
}

/** Starts, restarts, prompts and interrupts agents in tasks. Ending one is its session's end. */
export interface AgentService {
  /**
   * Plans a start; nothing runs until `launch`. A new task is remembered by then.
   * @throws {SessionError} `UNTRUSTED`, `PROVIDER_NOT_FOUND`, `CLI_NOT_FOUND`, `CWD_NOT_FOUND`,
   * `MAX_SESSIONS`, `BAD_REQUEST` (what the provider refuses).
   */
  prepareAgent(request: StartAgentRequest): Promise<PreparedStart>;
  /** Plans the person's login shell in a task's directory. */
  prepareShell(folder: FolderRef, task: TaskChoice): Promise<PreparedStart>;
  /**
   * Ends the session if it still runs, here or as `takeOver` says elsewhere, and plans another one
   * in its place: of the same provider, under the same id, which goes on with its conversation
   * where it can.
   * @throws {SessionError} `SESSION_NOT_FOUND` where no task remembers the session, and what
   * `SessionHandover.takeOver` and `prepareAgent` throw.
   */
  prepareRestart(sessionId: string, options?: RestartOptions): Promise<PreparedStart>;
  /**
   * Plans a session that begins with another's screen, marked as such, and with its conversation's
   * history where the provider can do that; from then on each goes its way.
   * @throws {SessionError} `SESSION_EXITED` (a session that has ended is not forked),
   * `SESSION_NOT_FOUND`, and what `prepareAgent` throws.
   */
  prepareFork(sessionId: string, options?: ForkOptions): Promise<PreparedStart>;
  /**
   * Types a prompt into the session once its agent listens and nobody else types there, submits it
   * as its provider wants it, and settles when the agent has taken it.
   * @throws {SessionError} `SESSION_NOT_FOUND`, `SESSION_EXITED`, `BAD_REQUEST` (an empty prompt),
   * `AGENT_BLOCKED` (it asks something first), `AGENT_NOT_READY`, `PROMPT_STALLED`.
   */
  sendPrompt(sessionId: string, prompt: string): Promise<void>;
  /** Sends the provider's own interrupt key; Ctrl-C in a shell. An unknown session is harmless. */
  interrupt(sessionId: string): Promise<void>;
  /** Which providers are installed, as that folder's settings name them; `refresh` looks again. */
  checkProviders(
    folder: FolderRef | undefined,
    refresh: 'cached' | 'refresh',
  ): Promise<readonly ProviderStatus[]>;
}
