import type { Settings } from './settings';

/*
 * The types of package.json's contributions. No other file contains these strings; a test compares
 * this file with the manifest.
 */

export type TerminalLocationSetting = Settings['location'];

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
  reviewTask: 'agentTerminals.reviewTask',
  commitTask: 'agentTerminals.commitTask',
  landTask: 'agentTerminals.landTask',
  undoLand: 'agentTerminals.undoLand',
  addComment: 'agentTerminals.addComment',
  editComment: 'agentTerminals.editComment',
  saveComment: 'agentTerminals.saveComment',
  cancelComment: 'agentTerminals.cancelComment',
  deleteComment: 'agentTerminals.deleteComment',
  sendReview: 'agentTerminals.sendReview',
  openRound: 'agentTerminals.openRound',
  markReviewed: 'agentTerminals.markReviewed',
  unmarkReviewed: 'agentTerminals.unmarkReviewed',
  showBoth: 'agentTerminals.showBoth',
  sortTasks: 'agentTerminals.sortTasks',
  openTaskFolder: 'agentTerminals.openTaskFolder',
  repairWorktree: 'agentTerminals.repairWorktree',
  createPullRequest: 'agentTerminals.createPullRequest',
  cancelWorktree: 'agentTerminals.cancelWorktree',
  refresh: 'agentTerminals.refresh',
  showAllChanges: 'agentTerminals.showAllChanges',
  showUncommitted: 'agentTerminals.showUncommitted',
  checkProviders: 'agentTerminals.checkProviders',
  showSessionHost: 'agentTerminals.showSessionHost',
  showLog: 'agentTerminals.showLog',
} as const;

export type CommandName = keyof typeof COMMANDS;

// `Object.keys` loses the type of the keys.
export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly CommandName[];

export const VIEW_CONTAINER = 'agentTerminals';

export const VIEWS = {
  needsYou: 'agentTerminals.needsYou',
  sessions: 'agentTerminals.sessions',
} as const;

/** The URI scheme of status explanation pages. */
export const STATUS_SCHEME = 'agent-terminals-status';

/** The URI scheme of the other side of a diff: a file as a commit has it, an empty one, or a link's target. */
export const ORIGINAL_SCHEME = 'agent-terminals-original';

/** The id of the controller of review comments, by which the menus of comments are told from others. */
export const REVIEW_CONTROLLER = 'agent-terminals-review';

/** The URI scheme of changed files in the tree, by which they are decorated. */
export const CHANGE_SCHEME = 'agent-terminals-change';

/**
 * What the `contextValue` of a tree item begins with. The menus test it as words joined by dots: an item,
 * then {@link ITEM_FLAGS}, and in the row of a task's only session also the words of the task.
 */
export const TREE_ITEMS = {
  folder: 'folder',
  task: 'task',
  /** A task whose worktree is not at its path. */
  lostTask: 'lostTask',
  /** What a task has changed. */
  changes: 'changes',
  changedFile: 'changes.file',
  /** The comments of a task. */
  comments: 'comments',
  /** The same with some that are not sent. */
  draftComments: 'comments.drafts',
  comment: 'comment',
  round: 'round',
  /** A worktree that is being created. */
  creation: 'creation',
  creatingSession: 'session.creating',
  activeSession: 'session.active',
  idleSession: 'session.idle',
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

export const ITEM_FLAGS = {
  /** Of an active or idle session: its agent's model can be changed. */
  model: 'model',
  /** Of an active or idle session. */
  muted: 'muted',
  /** Of a task that is not lost: whether it has a live session. */
  running: 'running',
  empty: 'empty',
  worktree: 'worktree',
  /** Of a task that is not lost and was landed from here. */
  landed: 'landed',
  /** Of a task that is not lost and has changed files. */
  changed: 'changed',
  /** Of a task and of a file: another task has changed the same file. */
  overlaps: 'overlaps',
  /** Of a changed file that is marked. */
  reviewed: 'reviewed',
} as const;

/** The context keys that the extension sets, with the types of their values. */
export interface ContextKeyValues {
  /** Whether a search for all providers' CLIs found none. */
  readonly noAgentInstalled: boolean;
  readonly someNeedYou: boolean;
  /** The kind of the selected tree item. Keybindings cannot test `viewItem`. */
  readonly selectedItem:
    | 'changes'
    | 'comment'
    | 'comments'
    | 'creation'
    | 'file'
    | 'folder'
    | 'moreFiles'
    | 'round'
    | 'session'
    | 'task'
    /** The row of a task and of its only session. */
    | 'taskSession'
    | undefined;
  /** Whether the terminal that is or was last focused shows a session. */
  readonly sessionTerminalActive: boolean;
  /** Whether the tasks' rows list only what is not committed. */
  readonly uncommittedShown: boolean;
}

export const CONTEXT_KEYS = {
  noAgentInstalled: 'agentTerminals.noAgentInstalled',
  someNeedYou: 'agentTerminals.someNeedYou',
  selectedItem: 'agentTerminals.selectedItem',
  sessionTerminalActive: 'agentTerminals.sessionTerminalActive',
  uncommittedShown: 'agentTerminals.uncommittedShown',
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
  taskOrder: { scope: 'machine', isRestricted: false },
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
