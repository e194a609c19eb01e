import { SHELL_PROVIDER_ID } from '../pty/ptyId';
import type { Conversation, Task } from '../tasks/task';
import { findConversation } from '../tasks/taskOfSession';
import type { FolderRef } from './folderRef';
import type { AgentOptions, ForkOptions, RestartOptions } from './startRequests';
import { requestsAutoApprove } from './options/autoApproval';
import {
  completeOptions,
  continueOptions,
  decidesApproval,
  describeLostPrompt,
  describeRefusal,
  describeUnreadable,
} from './options/continuedOptions';
import type { KeptOptions } from './options/keptOptions';
import type { AgentSettings } from './start/agentSettings';
import type { StartContext } from './start/startContext';
import type { AgentResolver } from './start/agentResolver';
import type { TaskResolver } from './taskResolver';

type ContinuationChoices = Pick<ForkOptions, 'keepAutoApprove' | 'startedBy'> &
  Pick<RestartOptions, 'spawnMode'> & {
    /** Whether the agent of the last start never began, so that its prompt is still to be given. */
    readonly hasNotBegun?: boolean;
  };

type Continued = Pick<StartContext, 'notices' | 'options'>;

export interface StoredStart {
  readonly providerId: string;
  readonly context: StartContext;
}

interface StartOfTask {
  readonly task: Task;
  readonly folder: FolderRef;
  readonly options: AgentOptions;
  readonly startedBy: string | undefined;
}

export class StoredStarts {
  constructor(
    private readonly deps: {
      readonly keptOptions: KeptOptions;
      readonly taskResolver: Pick<TaskResolver, 'requireConversation' | 'requireFolder'>;
      readonly agentResolver: Pick<AgentResolver, 'resolve'>;
      readonly settingsOf: (folderUri: string | undefined) => AgentSettings;
    },
  ) {}

  /**
   * The context to start a stored conversation again, or to fork it.
   * @throws {SessionError} `SESSION_NOT_FOUND` if no task contains the session; `BAD_REQUEST` if its
   * folder is not open; `ILLEGAL_STATE` if its task is archived; `PROVIDER_NOT_FOUND`.
   */
  contextOf(sessionId: string, choices: ContinuationChoices): StoredStart {
    const { task, conversation } = this.deps.taskResolver.requireConversation(sessionId);
    const { providerId, ptyId, label, isConfined } = conversation;
    const folder = this.deps.taskResolver.requireFolder(task);
    const settings = this.deps.settingsOf(folder.uri);
    const { options: kept, notices = [] } = this.continue(conversation, settings, choices);
    const { keptOptions } = this.deps;
    const prompt = choices.hasNotBegun ? keptOptions.promptOf(ptyId) : undefined;
    const isLost = choices.hasNotBegun === true && !keptOptions.knowsPromptOf(ptyId);
    const lost = isLost ? [describeLostPrompt(label)] : [];
    const { spawnMode = kept.spawnMode } = choices;
    const options = { ...kept, prompt, spawnMode };
    const place = { task, ptyId, label, folder, isConfined };
    const context = { ...place, settings, options, notices: [...notices, ...lost] };
    return { providerId, context };
  }

  /**
   * The options of a start, with those that it leaves out from the last start of the task's
   * conversation `ptyId`, if there is one.
   * @throws {SessionError} `PROVIDER_NOT_FOUND`.
   */
  complete(ptyId: string, { task, folder, options, startedBy }: StartOfTask): Continued {
    const continued = findConversation(task, ptyId);
    if (!continued) {
      return { options };
    }
    const settings = this.deps.settingsOf(folder.uri);
    const { options: kept, notices = [] } = this.continue(continued, settings, { startedBy });
    const provider = this.providerOf(continued, settings);
    const completed = completeOptions(options, kept, provider);
    const isDecided = decidesApproval(options) || startedBy !== undefined;
    const refused = isDecided ? [] : this.describeRefused(continued, completed, settings);
    return { options: completed, notices: [...notices, ...refused] };
  }

  private describeRefused(
    conversation: Conversation,
    options: AgentOptions,
    settings: AgentSettings,
  ): readonly string[] {
    const provider = this.providerOf(conversation, settings);
    const { options: kept } = this.deps.keptOptions.find(conversation);
    const isRefused =
      requestsAutoApprove(provider, kept) && !requestsAutoApprove(provider, options);
    return isRefused ? [describeRefusal(conversation.label)] : [];
  }

  private continue(
    conversation: Conversation,
    settings: AgentSettings,
    choices: ContinuationChoices,
  ): Continued {
    const kept = this.deps.keptOptions.find(conversation);
    const provider = this.providerOf(conversation, settings);
    return {
      options: continueOptions(kept.options, { provider, settings, ...choices }),
      notices: describeUnreadable(conversation.label, kept.unreadable),
    };
  }

  /** Undefined for a shell. */
  private providerOf({ providerId }: Conversation, settings: AgentSettings) {
    const isShell = providerId === SHELL_PROVIDER_ID;
    return isShell ? undefined : this.deps.agentResolver.resolve(providerId, settings).provider;
  }
}
