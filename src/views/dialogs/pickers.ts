import type { FolderRef, TaskChoice } from '../../agents/agentService';
import type { ProviderStatus } from '../../providers/model/providerStatus';
import type { Task } from '../../tasks/task';
import type { ConversationChoice } from './conversationChoices';

/** A session in a list to choose from. */
export interface SessionChoice {
  readonly sessionId: string;
  readonly label: string;
  /** Its state, in words. */
  readonly description: string;
  /** Its task and folder. */
  readonly detail: string;
  /** The name of a codicon. */
  readonly icon: string;
}

/** Asks the person to choose or type something; `undefined` where they would rather not. */
export interface Pickers {
  pickFolder(folders: readonly FolderRef[]): Promise<FolderRef | undefined>;
  /** One of these, or a new one by a name that is checked as it is typed. */
  pickTask(tasks: readonly Task[]): Promise<TaskChoice | undefined>;
  pickProvider(
    statuses: Promise<readonly ProviderStatus[]>,
    preferredId: string | undefined,
  ): Promise<string | undefined>;
  pickSession(choices: readonly SessionChoice[]): Promise<string | undefined>;
  /** Gives the place in `choices`. */
  pickConversation(choices: readonly ConversationChoice[]): Promise<number | undefined>;
  /** A task's name, checked as it is typed. */
  askTaskName(initial: string): Promise<string | undefined>;
  /** A session's name, checked as it is typed. */
  askSessionLabel(initial: string): Promise<string | undefined>;
  /** Any text that is not empty. */
  askText(title: string, initial: string): Promise<string | undefined>;
}
