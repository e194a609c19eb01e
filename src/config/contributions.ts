import type { SurfaceOptions } from '../base/startOptions';
import type { Settings } from './settings';

/*
 * The types of package.json's contributions. No other file contains these strings; a test compares
 * this file with the manifest.
 */

/** Where a session's terminal opens. */
export type TerminalLocationSetting = Settings['location'];

export interface CancelWorktreeArguments {
  /** The id of a creation, from its row. Default: the only one, or the person chooses. */
  readonly creation?: string | undefined;
}

export interface TaskArguments {
  readonly folder?: string | undefined;
  readonly task?: string | undefined;
}

export interface NewTaskArguments extends TaskArguments {
  /** Whether the task gets a worktree. Default: the setting. */
  readonly worktree?: boolean | undefined;
  /** The branch, tag or commit at which the worktree starts. */
  readonly base?: string | undefined;
}

/** A session by its PTY id. */
export interface SessionArguments {
  readonly session?: string | undefined;
}

export interface RestartSessionArguments extends SessionArguments {
  /** Whether the session starts a new conversation instead of resuming its own. Default: false. */
  readonly fresh?: boolean | undefined;
  /** By default as its last start. */
  readonly spawnMode?: 'shell' | 'direct' | undefined;
}

/** An earlier conversation: that of a session, or one that the person picks from a task or folder. */
export interface ResumeConversationArguments extends TaskArguments, SessionArguments {}

export interface ForkSessionArguments extends SessionArguments {
  /** Whether the fork gets a task with its own worktree that contains the uncommitted changes. */
  readonly worktree?: boolean | undefined;
  /** The name of the fork, and of its task if it gets one. */
  readonly name?: string | undefined;
}

export interface OpenSessionArguments extends SessionArguments {
  readonly location?: TerminalLocationSetting | undefined;
}

export interface ChangeModelArguments extends SessionArguments {
  /** The model's name, as the CLI lists it. */
  readonly model?: string | undefined;
}

export interface SendPromptArguments extends SessionArguments {
  readonly prompt?: string | undefined;
}

/** The question to answer: that of a session, or the one that has waited longest. */
export interface AnswerArguments extends SessionArguments {
  /** The key of the expected question (see `questionKey`). Any other question is not answered. */
  readonly asked?: string | undefined;
}

export interface ReplyArguments extends AnswerArguments {
  readonly text?: string | undefined;
}

export interface RenameSessionArguments extends SessionArguments {
  /** The new label. */
  readonly name?: string | undefined;
}

export interface ForkTaskArguments extends TaskArguments {
  /** Default: the person is asked; a task with a worktree always gets one. */
  readonly worktree?: boolean | undefined;
  /** The name of the new task. Default: the name of the task with "fork". */
  readonly name?: string | undefined;
}

export interface RenameTaskArguments {
  readonly task?: string | undefined;
  readonly name?: string | undefined;
}

/** The arguments of each command; `undefined` for a command without arguments. */
export interface CommandArguments {
  readonly startClaude: SurfaceOptions<'startClaude'>;
  readonly startAgent: SurfaceOptions<'startAgent'>;
  readonly startWithModel: SurfaceOptions<'startAgent'>;
  readonly newChat: SurfaceOptions<'newChat'>;
  readonly startShell: TaskArguments;
  readonly startSsh: SurfaceOptions<'startSsh'>;
  readonly openSession: OpenSessionArguments;
  readonly openSelected: undefined;
  readonly openSessionInEditor: SessionArguments;
  readonly openSessionInPanel: SessionArguments;
  readonly openSessionToSide: SessionArguments;
  readonly nextSession: undefined;
  readonly approve: AnswerArguments;
  readonly deny: AnswerArguments;
  readonly reply: ReplyArguments;
  readonly explainStatus: SessionArguments;
  readonly copyScreen: SessionArguments;
  readonly copyLastAnswer: SessionArguments;
  readonly copyLastCodeBlock: SessionArguments;
  readonly openAnswer: SessionArguments;
  readonly copyApiConnection: undefined;
  readonly openWaiting: undefined;
  readonly sendPrompt: SendPromptArguments;
  readonly sendSelection: SessionArguments;
  readonly changeModel: ChangeModelArguments;
  readonly interrupt: SessionArguments;
  readonly killSession: SessionArguments;
  readonly restartSession: RestartSessionArguments;
  readonly restartFresh: SessionArguments;
  readonly resumeConversation: ResumeConversationArguments;
  readonly renameSession: RenameSessionArguments;
  readonly muteSession: SessionArguments;
  readonly unmuteSession: SessionArguments;
  readonly renameTask: RenameTaskArguments;
  readonly forkSession: ForkSessionArguments;
  readonly forkTask: ForkTaskArguments;
  readonly newTask: NewTaskArguments;
  readonly archiveTask: TaskArguments;
  readonly unarchiveTask: TaskArguments;
  readonly deleteTask: TaskArguments;
  readonly openTaskFolder: TaskArguments;
  readonly repairWorktree: TaskArguments;
  readonly cancelWorktree: CancelWorktreeArguments;
  readonly refresh: undefined;
  readonly checkProviders: undefined;
  readonly showSessionHost: undefined;
  readonly showLog: undefined;
}

export type CommandName = keyof CommandArguments;

export const COMMANDS = {
  startClaude: 'agentTerminals.startClaude',
  startAgent: 'agentTerminals.startAgent',
  startWithModel: 'agentTerminals.startWithModel',
  newChat: 'agentTerminals.newChat',
  startShell: 'agentTerminals.startShell',
  startSsh: 'agentTerminals.startSsh',
  openSession: 'agentTerminals.openSession',
  openSelected: 'agentTerminals.openSelected',
  openSessionInEditor: 'agentTerminals.openSessionInEditor',
  openSessionInPanel: 'agentTerminals.openSessionInPanel',
  openSessionToSide: 'agentTerminals.openSessionToSide',
  nextSession: 'agentTerminals.nextSession',
  approve: 'agentTerminals.approve',
  deny: 'agentTerminals.deny',
  reply: 'agentTerminals.reply',
  explainStatus: 'agentTerminals.explainStatus',
  copyScreen: 'agentTerminals.copyScreen',
  copyLastAnswer: 'agentTerminals.copyLastAnswer',
  copyLastCodeBlock: 'agentTerminals.copyLastCodeBlock',
  openAnswer: 'agentTerminals.openAnswer',
  copyApiConnection: 'agentTerminals.copyApiConnection',
  openWaiting: 'agentTerminals.openWaiting',
  sendPrompt: 'agentTerminals.sendPrompt',
  sendSelection: 'agentTerminals.sendSelection',
  changeModel: 'agentTerminals.changeModel',
  interrupt: 'agentTerminals.interrupt',
  killSession: 'agentTerminals.killSession',
  restartSession: 'agentTerminals.restartSession',
  restartFresh: 'agentTerminals.restartFresh',
  resumeConversation: 'agentTerminals.resumeConversation',
  renameSession: 'agentTerminals.renameSession',
  muteSession: 'agentTerminals.muteSession',
  unmuteSession: 'agentTerminals.unmuteSession',
  renameTask: 'agentTerminals.renameTask',
  forkSession: 'agentTerminals.forkSession',
  forkTask: 'agentTerminals.forkTask',
  newTask: 'agentTerminals.newTask',
  archiveTask: 'agentTerminals.archiveTask',
  unarchiveTask: 'agentTerminals.unarchiveTask',
  deleteTask: 'agentTerminals.deleteTask',
  openTaskFolder: 'agentTerminals.openTaskFolder',
  repairWorktree: 'agentTerminals.repairWorktree',
  cancelWorktree: 'agentTerminals.cancelWorktree',
  refresh: 'agentTerminals.refresh',
  checkProviders: 'agentTerminals.checkProviders',
  showSessionHost: 'agentTerminals.showSessionHost',
  showLog: 'agentTerminals.showLog',
} as const satisfies Record<CommandName, string>;

export const VIEW_CONTAINER = 'agentTerminals';

export const VIEWS = {
  needsYou: 'agentTerminals.needsYou',
  sessions: 'agentTerminals.sessions',
} as const;

/** The URI scheme of status explanation pages. */
export const STATUS_SCHEME = 'agent-terminals-status';

/** The `contextValue` of tree items, which the menus test. */
export const TREE_ITEMS = {
  folder: 'folder',
  task: 'task',
  /** A task without a live session. */
  emptyTask: 'task.empty',
  /** A task with a worktree of its own. */
  worktreeTask: 'task.worktree',
  emptyWorktreeTask: 'task.empty.worktree',
  /** A worktree that is being created. */
  creation: 'creation',
  /** A task whose worktree is not at its path. */
  lostTask: 'task.lost',
  creatingSession: 'session.creating',
  activeSession: 'session.active',
  idleSession: 'session.idle',
  /** Sessions of running agents whose model can be changed. */
  activeModelSession: 'session.active.model',
  idleModelSession: 'session.idle.model',
  /** Sessions whose messages are muted. */
  activeMutedSession: 'session.active.muted',
  idleMutedSession: 'session.idle.muted',
  activeModelMutedSession: 'session.active.model.muted',
  idleModelMutedSession: 'session.idle.model.muted',
  exitedSession: 'session.exited',
  /** A conversation without a running session that can be resumed. */
  resumableSession: 'session.resumable',
  /** A session that another window drives. */
  elsewhereSession: 'session.elsewhere',
  /** Rows of Needs You, by the kind of question. */
  waitingForPermission: 'waiting.permission',
  waitingForTrust: 'waiting.trust',
  waitingForAnswer: 'waiting.question',
  /** Rows whose request is not shown as a whole, so that it cannot be approved from them. */
  permissionInTerminal: 'waiting.permission.inTerminal',
  trustInTerminal: 'waiting.trust.inTerminal',
  /** A row whose question is only a likely one. */
  likelyQuestion: 'waiting.question.inTerminal',
} as const;

/** The context keys that the extension sets, with the types of their values. */
export interface ContextKeyValues {
  /** Whether a search for all providers' CLIs found none. */
  readonly noAgentInstalled: boolean;
  /** Whether an agent waits for the person. */
  readonly someNeedYou: boolean;
  /** The kind of the selected tree item. Keybindings cannot test `viewItem`. */
  readonly selectedItem: 'creation' | 'folder' | 'task' | 'session' | undefined;
}

export const CONTEXT_KEYS = {
  noAgentInstalled: 'agentTerminals.noAgentInstalled',
  someNeedYou: 'agentTerminals.someNeedYou',
  selectedItem: 'agentTerminals.selectedItem',
} as const satisfies Record<keyof ContextKeyValues, string>;

export const TERMINAL_PROFILE = 'agentTerminals.agent';

/** The provider that offers the window's MCP server to VS Code's chat. */
export const MCP_SERVER_PROVIDER = 'agentTerminals.mcp';

/** The tools for VS Code's language models, by their MCP names. */
export const LANGUAGE_MODEL_TOOLS = {
  list_agents: 'agentTerminals_list_agents',
  start_agent: 'agentTerminals_start_agent',
  ask_agent: 'agentTerminals_ask_agent',
} as const;

export const SETTINGS_SECTION = 'agentTerminals';

export type SettingKey = keyof Settings;

export interface SettingContribution {
  readonly scope: 'machine' | 'machine-overridable' | 'resource';
  /**
   * Whether the setting decides what runs, or which program a name stands for. A workspace's value of such a setting is ignored in an
   * untrusted workspace, and elsewhere applies only after the person has confirmed it.
   */
  readonly isRestricted: boolean;
  /** Whether a workspace's value applies only if it is a number below the person's own. */
  readonly isLimitedByUser?: boolean;
}

export const SETTINGS = {
  defaultProvider: { scope: 'resource', isRestricted: true },
  providers: { scope: 'machine-overridable', isRestricted: true },
  autoApprove: { scope: 'machine', isRestricted: false },
  spawnMode: { scope: 'machine-overridable', isRestricted: false },
  persistence: { scope: 'machine', isRestricted: false },
  keepScreensOnDisk: { scope: 'machine', isRestricted: false },
  screenWorker: { scope: 'machine', isRestricted: false },
  afterExit: { scope: 'resource', isRestricted: false },
  shell: { scope: 'machine-overridable', isRestricted: true },
  shellSetup: { scope: 'machine-overridable', isRestricted: true },
  inheritEnv: { scope: 'machine-overridable', isRestricted: true },
  envPassthrough: { scope: 'machine-overridable', isRestricted: true },
  ideLink: { scope: 'machine', isRestricted: false },
  location: { scope: 'resource', isRestricted: false },
  onTerminalClose: { scope: 'resource', isRestricted: false },
  restoreOnStartup: { scope: 'resource', isRestricted: false },
  scrollback: { scope: 'resource', isRestricted: false, isLimitedByUser: true },
  maxSessions: { scope: 'machine', isRestricted: false },
  exitedRetentionSeconds: { scope: 'machine', isRestricted: false },
  'worktree.mode': { scope: 'resource', isRestricted: false },
  'worktree.directory': { scope: 'machine-overridable', isRestricted: true },
  'worktree.branchPrefix': { scope: 'resource', isRestricted: false },
  'worktree.copy': { scope: 'machine-overridable', isRestricted: true },
  'worktree.symlink': { scope: 'machine-overridable', isRestricted: true },
  'worktree.fetch': { scope: 'machine-overridable', isRestricted: true },
  'worktree.setup': { scope: 'machine-overridable', isRestricted: true },
  'worktree.teardown': { scope: 'machine-overridable', isRestricted: true },
  gitPath: { scope: 'machine-overridable', isRestricted: true },
  sshPath: { scope: 'machine-overridable', isRestricted: true },
  tmuxPath: { scope: 'machine-overridable', isRestricted: true },
  'api.enabled': { scope: 'machine', isRestricted: false },
  'api.tcp': { scope: 'machine', isRestricted: false },
  agentsMayDrive: { scope: 'machine', isRestricted: false },
  statusRules: { scope: 'machine-overridable', isRestricted: true },
  notifications: { scope: 'machine', isRestricted: false },
} as const satisfies Record<SettingKey, SettingContribution>;

/** Settings of 0.2.0 that have no effect any more. */
export const DROPPED_SETTINGS = ['orphanTimeoutHours'] as const;

// `Object.keys` loses the type of the keys, which `satisfies` has checked.
export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];
