import type { AgentService } from '../agents/agentService';
import type { EarlierConversations } from '../agents/earlierConversations';
import type { Settings } from '../config/settings';
import type { ProviderRegistry } from '../providers/providerRegistry';
import type { SessionService } from '../pty/sessionService';
import type { TaskStore } from '../tasks/taskStore';
import type { Busy } from '../views/busy';
import type { ConfirmWorkspaceValues } from '../views/confirmWorkspaceValues';
import type { ConversationFacts } from '../views/conversationFacts';
import type { EditorSelection } from '../views/editorSelection';
import type { InstalledAgents } from '../views/installedAgents';
import type { Messages } from '../views/messages';
import type { Pickers } from '../views/pickers';
import type { FaceOf } from '../views/providerFace';
import type { Questions } from '../views/questions';
import type { SessionTerminals } from '../views/sessionTerminals';
import type { TreeNode } from '../views/treeModel';
import type { WorkspaceState } from '../views/workspaceGuard';

/** What the commands work with; each takes the part that it needs. */
export interface CommandDeps {
  readonly agents: AgentService;
  readonly earlier: Pick<EarlierConversations, 'list'>;
  readonly facts: ConversationFacts;
  readonly registry: Pick<ProviderRegistry, 'find'>;
  readonly sessions: Pick<SessionService, 'get' | 'kill' | 'list' | 'relabel' | 'write'>;
  readonly tasks: Pick<
    TaskStore,
    'create' | 'find' | 'list' | 'relabelConversation' | 'removeConversation' | 'rename'
  >;
  readonly terminals: Pick<SessionTerminals, 'activeSessionId' | 'close' | 'open' | 'relabel'>;
  readonly confirmValues: Pick<ConfirmWorkspaceValues, 'confirm'>;
  readonly installed: Pick<InstalledAgents, 'look'>;
  readonly messages: Pick<Messages, 'showError' | 'showInfo' | 'showLog' | 'showNotice'>;
  readonly pickers: Pickers;
  readonly questions: Questions;
  readonly busy: Busy;
  readonly faceOf: FaceOf;
  readonly copyText: (text: string) => PromiseLike<void>;
  /** The settings, as they count for a folder, or for none in particular. */
  readonly settings: (
    folderUri: string | undefined,
  ) => Pick<Settings, 'autoApprove' | 'defaultProvider' | 'location' | 'providers'>;
  readonly workspace: () => WorkspaceState;
  /** The row that is selected in the tree. */
  readonly selection: () => TreeNode | undefined;
  readonly editorSelection: () => EditorSelection | undefined;
}

/**
 * Who called a command: a person by palette, key or tree; a person by a key for the row that is
 * selected; or a program with arguments of its own.
 */
export type CommandSource = 'person' | 'selection' | 'program';

/** What a start gives to the program that asked for it. */
export interface StartedSession {
  readonly session: string;
  readonly task: string;
}
