import type { AgentLauncher } from '../agents/agentLauncher';
import type { AnswerService } from '../agents/dialogs/answerService';
import type { ResumePreviews } from '../agents/conversations/resumePreviews';
import type { SessionReconnector } from '../ownership/sessionReconnector';
import type { TaskCommits } from '../agents/landing/taskCommits';
import type { TaskLandings } from '../agents/landing/taskLandings';
import type { KeptOptions } from '../agents/options/keptOptions';
import type { PromptDelivery } from '../agents/prompts/promptDelivery';
import type { EarlierConversations } from '../agents/conversations/earlierConversations';
import type { TaskWorktrees } from '../agents/worktrees/taskWorktrees';
import type { TrustAnswers } from '../agents/dialogs/trustAnswers';
import type { WorktreeStates } from '../agents/worktrees/worktreeStates';
import type { WindowApi } from '../api/home/windowApi';
import type { Clock } from '../base/clock';
import type { Driver } from '../driver/driver';
import type { ModelChanger } from '../driver/models/modelChanger';
import type { Models } from '../driver/models/models';
import type { Settings } from '../config/settings';
import type { ProviderRegistry } from '../providers/registry/providerRegistry';
import type { SessionService } from '../pty/sessionService';
import type { StatusService } from '../status/statusService';
import type { PullRequestStates } from '../review/pullRequests/pullRequestStates';
import type { TaskPullRequests } from '../review/pullRequests/taskPullRequests';
import type { ReviewMarks } from '../review/reviewMarks';
import type { Reviews } from '../review/reviews';
import type { TaskRemoval } from '../tasks/taskRemoval';
import type { TaskStore } from '../tasks/taskStore';
import type { Busy, Progress, Questions } from '../views/dialogs/vscodeMessages';
import type { Choices, Pickers } from '../views/dialogs/quickPickers';
import type { ConfirmWorkspaceValues } from '../views/dialogs/confirmWorkspaceValues';
import type { ConversationFacts } from '../views/tree/conversationFacts';
import type { EditorSelection } from '../views/workspace/editorSelection';
import type { InstalledAgents } from '../views/workspace/installedAgents';
import type { Messages } from '../views/dialogs/messages';
import type { DisplayOf } from '../views/dialogs/providerDisplay';
import type { ReviewEditors } from '../views/review/reviewEditors';
import type { ReviewedFile } from '../views/review/reviewedEditor';
import type { ReviewThreads } from '../views/review/reviewThreads';
import type { SessionTerminals } from '../views/terminals/sessionTerminals';
import type { StatusPages } from '../views/attention/statusPages';
import type { TreeNode } from '../views/tree/treeModel';
import type { PersistenceChoice } from '../views/workspace/persistenceChoice';
import type { WindowActions } from '../views/workspace/windowActions';
import type { WorkspaceState } from '../views/workspace/workspaceState';
import type { CommandName, SettingKey } from '../config/contributions';
import type { CommandArguments } from './commandArguments';
import type { SessionHosting } from './host/sessionHosting';
import type { TerminalRuns } from './tasks/terminalRuns';
import type { WorktreeCommands } from './tasks/worktreeCommands';

export interface CoreServices {
  readonly delivery: Pick<PromptDelivery, 'interrupt' | 'send'>;
  readonly keptOptions: Pick<KeptOptions, 'keepModel'>;
  readonly commits: Pick<TaskCommits, 'look' | 'prepare'>;
  readonly landings: Pick<
    TaskLandings,
    'findBranch' | 'findRemote' | 'land' | 'listBranches' | 'mergeInto' | 'plan' | 'undo'
  >;
  readonly launcher: Pick<
    AgentLauncher,
    'prepareAgent' | 'prepareFork' | 'prepareRestart' | 'prepareShell'
  >;
  readonly answers: AnswerService;
  readonly driver: Pick<Driver, 'ask' | 'lastAnswer'>;
  readonly trust: Pick<TrustAnswers, 'give'>;
  readonly reconnector: Pick<SessionReconnector, 'isFoundElsewhere' | 'takeOver'>;
  readonly status: StatusService;
  readonly hosting: SessionHosting;
  readonly models: Pick<Models, 'list'>;
  readonly modelChanger: Pick<ModelChanger, 'change' | 'findObstacle'>;
  readonly resumePreviews: Pick<ResumePreviews, 'find' | 'findAll'>;
  readonly earlier: Pick<EarlierConversations, 'list'>;
  readonly registry: ProviderRegistry;
  readonly sessions: SessionService;
  readonly taskRemoval: Pick<TaskRemoval, 'removeConversation' | 'removeTask'>;
  readonly tasks: Pick<
    TaskStore,
    'create' | 'find' | 'list' | 'muteConversation' | 'relabelConversation' | 'rename'
  >;
  readonly worktrees: Pick<
    TaskWorktrees,
    | 'archive'
    | 'create'
    | 'creations'
    | 'delete'
    | 'inspect'
    | 'locate'
    | 'repair'
    | 'requireThere'
    | 'restore'
    | 'takeChanges'
    | 'unarchive'
    | 'findObstacle'
    | 'findRemoteBase'
  >;
  /** The hosts that the person's SSH configuration lists. */
  readonly sshTargets: () => Promise<readonly string[]>;
}

export interface CommandServices extends CoreServices {
  readonly pickers: Pickers;
  readonly questions: Questions;
  readonly choices: Choices;
  readonly busy: Busy;
  readonly progress: Progress;
  readonly windowActions: WindowActions;
  readonly workspace: () => WorkspaceState;
  readonly editorSelection: () => EditorSelection | undefined;
  /**
   * Settles when the stored state is loaded. Commands wait for it, because a command may activate
   * the extension.
   */
  readonly loaded: Promise<unknown>;
  readonly api: Pick<WindowApi, 'openTcp'>;
  readonly statusPages: Pick<StatusPages, 'activeSessionId' | 'show'>;
  readonly clock: Clock;
  readonly facts: ConversationFacts;
  readonly worktreeStates: Pick<WorktreeStates, 'changesOf' | 'refresh' | 'uncommittedOf'>;
  readonly review: Pick<ReviewEditors, 'openAll' | 'openFile' | 'openRound'>;
  readonly reviewMarks: Pick<ReviewMarks, 'set'>;
  readonly reviewThreads: Pick<
    ReviewThreads,
    'add' | 'cancel' | 'edit' | 'lineOf' | 'save' | 'textOf'
  >;
  /** The file of the active editor, once for each task that has changed it. */
  readonly reviewedEditor: () => readonly ReviewedFile[];
  readonly reviews: Pick<Reviews, 'get' | 'plan' | 'removeComment' | 'send'>;
  readonly pullRequests: Pick<TaskPullRequests, 'create' | 'plan'>;
  readonly runs: Pick<TerminalRuns, 'run'>;
  /** Sets a setting for all windows of this machine. */
  readonly setForUser: (key: SettingKey, value: unknown) => PromiseLike<void>;
  /** The view "Sessions". */
  readonly tree: {
    readonly pullRequestStates: Pick<PullRequestStates, 'refresh'>;
    /** Redraws all rows, even those that have not changed. */
    readonly redraw: () => void;
    /** Shows what is not committed in the place of all changes, or those again. */
    readonly showUncommitted: (isShown: boolean) => void;
  };
  readonly worktreeCommands: Pick<WorktreeCommands, 'allowStart' | 'forget' | 'setUp' | 'tearDown'>;
  readonly terminals: Pick<SessionTerminals, 'activeSessionId' | 'close' | 'open' | 'relabel'>;
  readonly confirmValues: Pick<ConfirmWorkspaceValues, 'confirm'>;
  readonly installed: Pick<InstalledAgents, 'check'>;
  readonly persistenceChoice: Pick<PersistenceChoice, 'ask'>;
  readonly messages: Pick<
    Messages,
    'choose' | 'noteOnce' | 'showError' | 'showInfo' | 'showLog' | 'showNotice'
  >;
  readonly displayOf: DisplayOf;
  /** The settings of a folder, or those without a folder. */
  readonly settings: (
    folderUri: string | undefined,
  ) => Pick<
    Settings,
    | 'autoApprove'
    | 'defaultProvider'
    | 'location'
    | 'persistence'
    | 'providers'
    | 'taskOrder'
    | 'worktree.fetch'
    | 'worktree.mode'
  >;
  /** The selected row of the tree; undefined while VS Code redraws it. */
  readonly selection: () => TreeNode | undefined;
  /** The selected row of the tree, after VS Code has redrawn it. */
  readonly settledSelection: () => Promise<TreeNode | undefined>;
  /** The selected row of Needs You, after VS Code has redrawn it. */
  readonly waitingSelection: () => Promise<TreeNode | undefined>;
}

/**
 * The caller of a command. `person`: by palette, key or a row of the tree. `selection`: by a key for
 * the selected row. `goneRow`: by the button of a row that does not exist any more, or of a view's
 * title, for which VS Code passes `undefined`. `program`: with arguments of its own.
 */
export type CommandSource = 'person' | 'selection' | 'goneRow' | 'program';

export type CommandHandler<Name extends CommandName> = (
  services: CommandServices,
  args: CommandArguments[Name],
  source: CommandSource,
) => Promise<unknown>;

/** The result of a start for the calling program: a PTY id and a task's id. */
export interface StartedSession {
  readonly session: string;
  readonly task: string;
}
