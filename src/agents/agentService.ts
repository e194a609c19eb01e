import type { ProviderStatus } from '../providers/providerStatus';
import type { SessionInfo } from '../pty/sessionService';
import type { Task } from '../tasks/task';
import type { SpawnMode } from '../pty/spawnMode';

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

export interface StartAgentRequest {
  readonly folder: FolderRef;
  readonly task: TaskChoice;
  readonly providerId: string;
  /** `auto` is the task's main conversation if that is free, else a chat. */
  readonly conversation: 'auto' | 'chat';
  readonly prompt?: string | undefined;
  readonly model?: string | undefined;
  /** Overrides the setting. */
  readonly autoApprove?: boolean | undefined;
  readonly spawnMode?: SpawnMode | undefined;
  readonly shellSetup?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly extraArgs?: readonly string[] | undefined;
}

export interface StartedSession {
  readonly task: Task;
  readonly session: SessionInfo;
  /** What the person should know, one sentence each: a flag that was left out, say. */
  readonly notices: readonly string[];
}

/** Starts, prompts, interrupts and ends agents in tasks: all that commands and the API need. */
export interface AgentService {
  /**
   * @throws {SessionError} `CLI_NOT_FOUND`, `PROVIDER_NOT_FOUND`, `BAD_REQUEST` (what the
   * provider refuses), and what `SessionService.create` throws.
   */
  start(request: StartAgentRequest): Promise<StartedSession>;
  /** Opens the person's login shell in a task's directory. */
  startShell(folder: FolderRef, task: TaskChoice): Promise<StartedSession>;
  /** Ends the session and starts the same provider in the same task again. */
  restart(sessionId: string): Promise<StartedSession>;
  /** Types a prompt and submits it, as the provider wants it. */
  sendPrompt(sessionId: string, prompt: string): Promise<void>;
  /** Sends the provider's own interrupt key; Ctrl-C in a shell. */
  interrupt(sessionId: string): void;
  /** Which providers are installed; `refresh` looks again. */
  checkProviders(
    folder: FolderRef | undefined,
    refresh: boolean,
  ): Promise<readonly ProviderStatus[]>;
}
