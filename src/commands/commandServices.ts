import type { AgentService } from '../agents/agentService';
import type { AnswerService } from '../agents/dialogs/answerService';
import type { ResumePreviews } from '../agents/conversations/resumePreviews';
import type { SessionReconnector } from '../ownership/sessionReconnector';
import type { EarlierConversations } from '../agents/conversations/earlierConversations';
import type { TaskWorktrees } from '../agents/worktrees/taskWorktrees';
import type { TrustAnswers } from '../agents/dialogs/trustAnswers';
import type { WorktreeStates } from '../agents/worktrees/worktreeStates';
import type { WindowApi } from '../api/home/windowApi';
import type { Clock } from '../base/clock';
import type { Settings } from '../config/settings';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import type { SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';
import type { Forgetting } from '../tasks/forgetting';
import type { TaskStore } from '../tasks/taskStore';
import type { Busy } from '../views/terminals/busy';
import type { Choices } from '../views/dialogs/choices';
import type { ConfirmWorkspaceValues } from '../views/dialogs/confirmWorkspaceValues';
import type { ConversationFacts } from '../views/tree/conversationFacts';
import type { EditorSelection } from '../views/workspace/editorSelection';
import type { InstalledAgents } from '../views/workspace/installedAgents';
import type { Messages } from '../views/dialogs/messages';
import type { Pickers } from '../views/dialogs/pickers';
import type { Progress } from '../views/dialogs/progress';
import type { DisplayOf } from '../views/dialogs/providerDisplay';
import type { Questions } from '../views/dialogs/questions';
import type { SessionTerminals } from '../views/terminals/sessionTerminals';
import type { StatusPages } from '../views/attention/statusPages';
import type { TreeNode } from '../views/tree/treeModel';
import type { WorkspaceState } from '../views/workspace/workspaceGuard';
import type { SessionHosting } from './host/sessionHosting';
import type { WorktreeCommands } from './tasks/worktreeCommands';

/** What commands use of VS Code, the same in every window. */
export interface VsCodeServices {
  readonly pickers: Pickers;
  readonly questions: Questions;
  readonly choices: Choices;
  readonly busy: Busy;
  readonly progress: Progress;
  /** Opens a directory in a window of its own. */
  readonly openFolder: (path: string) => PromiseLike<unknown>;
  readonly copyText: (text: string) => PromiseLike<void>;
  readonly workspace: () => WorkspaceState;
  readonly editorSelection: () => EditorSelection | undefined;
}

/**
 * The services for commands, by name. A command declares the ones that it and its helpers use, and
 * gets no others.
 */
export interface CommandServices extends VsCodeServices {
  /** Settles when what earlier windows remembered is known: a command may be what wakes the extension. */
  readonly loaded: Promise<unknown>;
  readonly agents: AgentService;
  readonly answers: AnswerService;
  readonly trust: Pick<TrustAnswers, 'give'>;
  readonly reconnector: Pick<SessionReconnector, 'runsElsewhere' | 'takeOver'>;
  readonly api: Pick<WindowApi, 'connection'>;
  readonly status: Pick<StatusService, 'get'>;
  readonly statusPages: Pick<StatusPages, 'activeSessionId' | 'show'>;
  readonly hosting: SessionHosting;
  readonly clock: Clock;
  readonly resumePreviews: Pick<ResumePreviews, 'find' | 'findAll'>;
  readonly earlier: Pick<EarlierConversations, 'list'>;
  readonly facts: ConversationFacts;
  readonly registry: Pick<ProviderRegistry, 'find'>;
  readonly sessions: Pick<
    SessionService,
    'get' | 'kill' | 'list' | 'relabel' | 'requireRoom' | 'screen' | 'write'
  >;
  readonly forgetting: Pick<Forgetting, 'conversation' | 'task'>;
  readonly tasks: Pick<TaskStore, 'create' | 'find' | 'list' | 'relabelConversation' | 'rename'>;
  readonly worktrees: Pick<
    TaskWorktrees,
    | 'archive'
    | 'create'
    | 'delete'
    | 'inspect'
    | 'locate'
    | 'repair'
    | 'restore'
    | 'takeChanges'
    | 'unarchive'
    | 'findObstacle'
  >;
  readonly worktreeStates: Pick<WorktreeStates, 'refresh'>;
  /** Has VS Code draw all rows of the view "Sessions" anew, whatever it takes for known. */
  readonly redrawTree: () => void;
  readonly worktreeCommands: Pick<WorktreeCommands, 'allowStart' | 'forget' | 'setUp' | 'tearDown'>;
  readonly terminals: Pick<SessionTerminals, 'activeSessionId' | 'close' | 'open' | 'relabel'>;
  /** The hosts that the person's SSH configuration names. */
  readonly sshTargets: () => Promise<readonly string[]>;
  readonly confirmValues: Pick<ConfirmWorkspaceValues, 'confirm'>;
  readonly installed: Pick<InstalledAgents, 'look'>;
  readonly messages: Pick<
    Messages,
    'noteOnce' | 'showError' | 'showInfo' | 'showLog' | 'showNotice'
  >;
  readonly displayOf: DisplayOf;
  /** The settings, as they count for a folder, or for none in particular. */
  readonly settings: (
    folderUri: string | undefined,
  ) => Pick<
    Settings,
    'autoApprove' | 'defaultProvider' | 'location' | 'persistence' | 'providers' | 'worktree.mode'
  >;
  /** The row that is selected in the tree. */
  readonly selection: () => TreeNode | undefined;
  /** The same, also while VS Code draws that row anew and knows of none. */
  readonly settledSelection: () => Promise<TreeNode | undefined>;
  /** The row that is selected in Needs You, also while VS Code draws it anew. */
  readonly waitingSelection: () => Promise<TreeNode | undefined>;
}

/**
 * Who called a command: a person by palette, key or tree; a person by a key for the row that is
 * selected; by a button that passes nothing, as that of a row that is gone by now; or a program
 * with arguments of its own.
 */
export type CommandSource = 'person' | 'selection' | 'goneRow' | 'program';

/** What a start gives to the program that asked for it. */
export interface StartedSession {
  readonly session: string;
  readonly task: string;
}
