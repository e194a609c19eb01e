import type { AGENT_OPTIONS, StartOptions } from '../base/startOptions';
import type { SshTarget } from '../pty/ssh/sshLine';
import type { HandoverTerms } from '../ownership/windowFile';
import type { FolderRef } from './folderRef';

export type TaskChoice =
  | { readonly kind: 'existing'; readonly id: string }
  | { readonly kind: 'new'; readonly name: string };

/** How an agent starts. The settings apply for each option that is left out. */
export interface AgentOptions extends StartOptions<(typeof AGENT_OPTIONS)[number]> {
  /** The machine on which the agent runs; default: this one. */
  readonly ssh?: SshTarget | undefined;
  /**
   * The variables of an earlier start whose values are not stored. They are passed from the
   * environment of this process, as those of the setting `envPassthrough`.
   */
  readonly envNames?: readonly string[] | undefined;
}

export interface StartAgentRequest {
  readonly folder: FolderRef;
  readonly task: TaskChoice;
  readonly providerId: string;
  /** `auto`: the task's main conversation if it is free, else a chat. */
  readonly conversation: 'auto' | 'chat';
  /** The id that the CLI gave an earlier conversation, which the agent resumes. */
  readonly picked?: string | undefined;
  readonly options: AgentOptions;
  readonly startedBy?: string | undefined;
}

interface ContinuationOptions {
  /**
   * Whether an agent that acted without requesting permission does so again, although the setting
   * `autoApprove` does not allow it now. Default: false; a window asks the person first.
   */
  readonly keepAutoApprove?: boolean | undefined;
}

export interface RestartOptions extends ContinuationOptions {
  /** Whether the session starts a new conversation. Default: false. */
  readonly fresh?: boolean | undefined;
  /** By default as its last start. */
  readonly spawnMode?: AgentOptions['spawnMode'];
  /**
   * On which terms another window that runs the session is requested to end it. By default it is
   * not requested, and the launch fails.
   */
  readonly takeOver?: HandoverTerms | undefined;
}

export interface ForkOptions extends ContinuationOptions {
  /** The task of the fork. Default: the task of the session. */
  readonly task?: TaskChoice | undefined;
  /** The name of the fork. Default: the name of the session with "fork". */
  readonly label?: string | undefined;
  readonly startedBy?: string | undefined;
}
