import type { FolderRef } from '../../agents/folderRef';
import type { TaskChoice } from '../../agents/startRequests';
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

/** Asks the person to choose or type something; undefined if they cancel. */
export interface Pickers {
  pickFolder(folders: readonly FolderRef[]): Promise<FolderRef | undefined>;
  /** Asks for one of these tasks, or for a valid name of a new one. */
  pickTask(tasks: readonly Task[]): Promise<TaskChoice | undefined>;
  pickProvider(
    statuses: Promise<readonly ProviderStatus[]>,
    preferredId: string | undefined,
  ): Promise<string | undefined>;
  pickSession(choices: readonly SessionChoice[]): Promise<string | undefined>;
  /** Returns the index in `choices`. */
  pickConversation(choices: readonly ConversationChoice[]): Promise<number | undefined>;
  /** Asks for a task's name, which is validated while it is typed. */
  askTaskName(initial: string): Promise<string | undefined>;
  /** Asks for a session's name, which is validated while it is typed. */
  askSessionLabel(initial: string): Promise<string | undefined>;
  /** Asks for a text that is not empty. */
  askText(title: string, initial: string): Promise<string | undefined>;
}
