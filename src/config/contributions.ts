import type { SurfaceOptions } from '../base/startOptions';
import type { Settings } from './settings';

/*
 * What package.json contributes, in types. Nothing else spells these strings; a test
 * holds this file and the manifest against each other.
 */

/** Where a session's terminal opens. */
export type TerminalPlace = Settings['location'];

export interface TaskPlaceArguments {
  readonly folder?: string | undefined;
  readonly task?: string | undefined;
}

export interface NewTaskArguments extends TaskPlaceArguments {
  /** Whether it gets a worktree; the setting says by default. */
  readonly worktree?: boolean | undefined;
  /** A branch, tag or commit that the worktree begins at. */
  readonly base?: string | undefined;
}

/** A session by its PTY id. */
export interface SessionArguments {
  readonly session?: string | undefined;
}

export interface RestartSessionArguments extends SessionArguments {
  /** With a new conversation in the place of its own. */
  readonly fresh?: boolean | undefined;
}

/** An earlier conversation: a session's, or one to be chosen of a task's or a folder's. */
export interface ResumeConversationArguments extends TaskPlaceArguments, SessionArguments {}

export interface ForkSessionArguments extends SessionArguments {
  /** Whether the fork gets a task with a worktree of its own, with the uncommitted changes. */
  readonly worktree?: boolean | undefined;
  /** What the fork is called, and its task if it gets one. */
  readonly name?: string | undefined;
}

export interface OpenSessionArguments extends SessionArguments {
  readonly location?: TerminalPlace | undefined;
}

export interface SendPromptArguments extends SessionArguments {
  readonly prompt?: string | undefined;
}

/** An agent's question to answer: a session's, or else that of the one that waits longest. */
export interface AnswerArguments extends SessionArguments {
  /** The very question that is meant (see `questionKey`): another one is left unanswered. */
  readonly asked?: string | undefined;
}

export interface ReplyArguments extends AnswerArguments {
  readonly text?: string | undefined;
}

export interface RenameSessionArguments extends SessionArguments {
  /** The new label. */
  readonly name?: string | undefined;
}

export interface RenameTaskArguments {
  readonly task?: string | undefined;
  readonly name?: string | undefined;
}

/** What each command takes; `undefined` where it takes nothing. */
export interface CommandArguments {
  readonly startClaude: SurfaceOptions<'startClaude'>;
  readonly startAgent: SurfaceOptions<'startAgent'>;
  readonly newChat: SurfaceOptions<'newChat'>;
  readonly startShell: TaskPlaceArguments;
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
  readonly copyApiConnection: undefined;
  readonly openWaiting: undefined;
  readonly sendPrompt: SendPromptArguments;
  readonly sendSelection: SessionArguments;
  readonly interrupt: SessionArguments;
  readonly killSession: SessionArguments;
  readonly restartSession: RestartSessionArguments;
  readonly restartFresh: SessionArguments;
  readonly resumeConversation: ResumeConversationArguments;
  readonly renameSession: RenameSessionArguments;
  readonly renameTask: RenameTaskArguments;
  readonly forkSession: ForkSessionArguments;
  readonly newTask: NewTaskArguments;
  readonly archiveTask: TaskPlaceArguments;
  readonly unarchiveTask: TaskPlaceArguments;
  readonly deleteTask: TaskPlaceArguments;
  readonly openTaskFolder: TaskPlaceArguments;
  readonly repairWorktree: TaskPlaceArguments;
  readonly refresh: undefined;
  readonly checkProviders: undefined;
  readonly showSessionHost: undefined;
  readonly showLog: undefined;
}

export type CommandName = keyof CommandArguments;

export const COMMANDS = {
  startClaude: 'agentTerminals.startClaude',
  startAgent: 'agentTerminals.startAgent',
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
  copyApiConnection: 'agentTerminals.copyApiConnection',
  openWaiting: 'agentTerminals.openWaiting',
  sendPrompt: 'agentTerminals.sendPrompt',
  sendSelection: 'agentTerminals.sendSelection',
  interrupt: 'agentTerminals.interrupt',
  killSession: 'agentTerminals.killSession',
  restartSession: 'agentTerminals.restartSession',
  restartFresh: 'agentTerminals.restartFresh',
  resumeConversation: 'agentTerminals.resumeConversation',
  renameSession: 'agentTerminals.renameSession',
  renameTask: 'agentTerminals.renameTask',
  forkSession: 'agentTerminals.forkSession',
  newTask: 'agentTerminals.newTask',
  archiveTask: 'agentTerminals.archiveTask',
  unarchiveTask: 'agentTerminals.unarchiveTask',
  deleteTask: 'agentTerminals.deleteTask',
  openTaskFolder: 'agentTerminals.openTaskFolder',
  repairWorktree: 'agentTerminals.repairWorktree',
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

/** The URI scheme of the pages that explain a status. */
export const STATUS_SCHEME = 'agent-terminals-status';

/** What a tree item says it is (`contextValue`), for the menus. */
export const TREE_ITEMS = {
  folder: 'folder',
  task: 'task',
  /** A task without a live session. */
  emptyTask: 'task.empty',
  /** A task with a worktree of its own. */
  worktreeTask: 'task.worktree',
  emptyWorktreeTask: 'task.empty.worktree',
  /** A task whose worktree is not where it was. */
  lostTask: 'task.lost',
  creatingSession: 'session.creating',
  activeSession: 'session.active',
  idleSession: 'session.idle',
  exitedSession: 'session.exited',
  /** A conversation that nothing runs in and that can be gone on with. */
  resumableSession: 'session.resumable',
  /** One that another window holds. */
  elsewhereSession: 'session.elsewhere',
  /** Sessions in Needs You, by what they wait for. */
  waitingForPermission: 'waiting.permission',
  waitingForTrust: 'waiting.trust',
  waitingForAnswer: 'waiting.question',
} as const;

/** Context keys that we set, with their values. */
export interface ContextKeyValues {
  /** Whether a look for all providers' CLIs found none. */
  readonly noAgentInstalled: boolean;
  /** Whether some agent waits for the person. */
  readonly someNeedYou: boolean;
  /** The kind of the item that is selected in the tree: keybindings cannot see `viewItem`. */
  readonly selectedItem: 'folder' | 'task' | 'session' | undefined;
}

export const CONTEXT_KEYS = {
  noAgentInstalled: 'agentTerminals.noAgentInstalled',
  someNeedYou: 'agentTerminals.someNeedYou',
  selectedItem: 'agentTerminals.selectedItem',
} as const satisfies Record<keyof ContextKeyValues, string>;

export const TERMINAL_PROFILE = 'agentTerminals.agent';

/** What offers the window's MCP server to VS Code's own chat. */
export const MCP_SERVER_PROVIDER = 'agentTerminals.mcp';

/** The tools that language models of VS Code get, by the names that these have over MCP. */
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
   * Whether it says what is run. Such a value from a workspace counts for nothing in an
   * untrusted workspace, and elsewhere only after the person has confirmed it.
   */
  readonly isRestricted: boolean;
}

export const SETTINGS = {
  defaultProvider: { scope: 'resource', isRestricted: false },
  providers: { scope: 'machine-overridable', isRestricted: true },
  autoApprove: { scope: 'machine', isRestricted: false },
  spawnMode: { scope: 'machine-overridable', isRestricted: false },
  persistence: { scope: 'machine', isRestricted: false },
  keepScreensOnDisk: { scope: 'machine', isRestricted: false },
  afterExit: { scope: 'resource', isRestricted: false },
  shell: { scope: 'machine-overridable', isRestricted: true },
  shellSetup: { scope: 'machine-overridable', isRestricted: true },
  inheritEnv: { scope: 'machine-overridable', isRestricted: true },
  envPassthrough: { scope: 'machine-overridable', isRestricted: true },
  location: { scope: 'resource', isRestricted: false },
  onTerminalClose: { scope: 'resource', isRestricted: false },
  restoreOnStartup: { scope: 'resource', isRestricted: false },
  scrollback: { scope: 'resource', isRestricted: false },
  maxSessions: { scope: 'machine', isRestricted: false },
  exitedRetentionSeconds: { scope: 'machine', isRestricted: false },
  'worktree.mode': { scope: 'resource', isRestricted: false },
  'worktree.directory': { scope: 'machine-overridable', isRestricted: true },
  'worktree.branchPrefix': { scope: 'resource', isRestricted: false },
  'worktree.copy': { scope: 'machine-overridable', isRestricted: true },
  'worktree.setup': { scope: 'machine-overridable', isRestricted: true },
  'worktree.teardown': { scope: 'machine-overridable', isRestricted: true },
  gitPath: { scope: 'machine-overridable', isRestricted: true },
  sshPath: { scope: 'machine-overridable', isRestricted: true },
  tmuxPath: { scope: 'machine-overridable', isRestricted: true },
  'api.enabled': { scope: 'machine', isRestricted: false },
  agentsMayDrive: { scope: 'machine', isRestricted: false },
  statusRules: { scope: 'machine-overridable', isRestricted: true },
  notifications: { scope: 'machine', isRestricted: false },
} as const satisfies Record<SettingKey, SettingContribution>;

// Object.keys forgets the type of the keys that `satisfies` has just checked.
export const SETTING_KEYS = Object.keys(SETTINGS) as readonly SettingKey[];
