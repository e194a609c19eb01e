// @ts-check

/** The rooms without VS Code that make up the core, lowest first: each may import those before it. */
const CORE = [
  'base',
  'endpoint',
  'pty',
  'providers',
  'conversations',
  'worktrees',
  'tasks',
  'ownership',
  'status',
  'agents',
  'driver',
  'review',
  'operations',
  'api',
  'mcp',
];

/** The core rooms below `room`. */
const below = (/** @type {string} */ room) => CORE.slice(0, CORE.indexOf(room));

/** The files of the composition: they create the rooms' parts and pass them to one another. */
export const MAIN = ['src/main/**'];

/** The files of rooms that create the room's parts, from what `MAIN` passes to them. */
export const CREATORS = ['src/*/**/create*.ts'];

/** Files with such names that create no parts of the program. */
export const NO_CREATORS = [
  'src/commands/landing/createPullRequest.ts',
  'src/commands/tasks/createTask.ts',
  'src/worktrees/create/**',
];

/**
 * @typedef {object} Room a folder of `src`
 * @property {readonly string[]} sees the rooms that it may import
 * @property {Readonly<Record<string, string>>} public by folder, the files that other rooms may
 * import; all others are private to the room
 */

/** @type {Readonly<Record<string, Room>>} */
export const ROOMS = {
  base: {
    sees: below('base'),
    public: { '': '*', text: '*' },
  },
  endpoint: {
    sees: below('endpoint'),
    public: { '': '*' },
  },
  pty: {
    sees: below('pty'),
    public: {
      '': 'combinedSource createSessionManager limits liveAgent ownedSessions ptyDimensions ptyId ptyProcess sessionBackend sessionLimit sessionService sessionSource spawnMode terminalLook trustGuard windowSessions',
      flow: 'coalescer outputFlow outputPace outputSink',
      lines: 'lineBuffer',
      process: 'command createProcessTable createTerminate lineReading onceFile processTree',
      'screen/xterm': 'colourSpec screenUnicode themeColours',
      'screen/escapes': 'escapeState',
      session: 'forkSeed initialSessionInfo outlivesWindow ptyHandle sessionManager viewerCalls',
      shell:
        'checkProgram directPlan environment findVariable loginEnvironment offerCommandLine parseShellArgs preflight quoteForShell requiredDirectory shellPlan shells windowsPlan',
      ssh: 'sshConfig sshEnvironment sshFailure sshLine sshRun sshScripts',
      tmux: 'createTmux tmuxElsewhere tmuxLine tmuxPlan tmuxSessions tmuxSource tmuxVersion',
    },
  },
  host: {
    sees: ['base', 'endpoint', 'pty'],
    public: {
      client: 'createSessions',
      protocol: 'calls',
    },
  },
  providers: {
    sees: below('providers'),
    public: {
      catalog: 'builtInProviders',
      launch:
        'agentCommand autoApproveArgs cliDetector cliForm cliNotFound conversationArgs fileReferences mcpLaunch plainText promptKeystrokes versionReader',
      'launch/hooks': 'hookLaunch planHookLaunch',
      model:
        'answerFacts cliHome engineFacts hookSupport ideLinkSupport keys modelChange providerCommandConfig providerDefinition providerOverride providerStatus statusFacts transcriptSupport',
      registry: 'providerRegistry unknownProvider',
    },
  },
  conversations: {
    sees: below('conversations'),
    public: {
      '': 'sessionIsolation',
      transcripts: 'diskTranscripts lineReader recordField transcriptDigest transcripts',
    },
  },
  worktrees: {
    sees: below('worktrees'),
    public: {
      '': 'formatNames inspectWorktree locateWorktree publication removeWorktree worktree worktreeStatus worktrees',
      changes: 'changes fingerprint readCurrent readOriginal',
      create: 'carriedChanges createWorktree newWorktree steps worktreeAddition',
      git: 'commits git',
      landing: 'describeLanding landing landingMessage mergeInto prepareCommit',
    },
  },
  tasks: {
    sees: below('tasks'),
    public: {
      '': 'createTasks portRanges reconnectedTasks requestedWorktree sessionLabel sessionMapStore sharedFile sharedState task taskIds taskName taskOfSession taskRemoval taskStore',
    },
  },
  ownership: {
    sees: below('ownership'),
    public: {
      '': 'createOwnership leases sessionHandover sessionOwnership sessionReconnector sessionUses windowFile',
    },
  },
  status: {
    sees: below('status'),
    public: {
      '': 'activity createStatus stateOf statusService',
      screens: 'screenCase screenParts userRules',
      sources: 'hookEvent hookSignal unreadOutput',
    },
  },
  agents: {
    sees: below('agents'),
    public: {
      '': 'agentLauncher agentsDeps createAgents folderDirectories folderRef forkGroup notices preparedStart sessionProviders startRequests',
      conversations:
        'conversationDetails conversationSearch earlierConversations openConversations resumePreviews',
      dialogs: 'answerService dialog trustAnswers',
      landing: 'taskCommits taskLandings',
      options: 'autoApproval keptOptions',
      prompts: 'draft formatScreenHint promptDelivery promptMatch',
      start:
        'agentHooks agentPlan agentResolver agentSettings commandRuns machineFacts programStarts providerChecks requirements startSchema tmuxPlanner',
      'start/ssh': 'sshTargets',
      worktrees: 'taskWorktrees worktreeCreations worktreeStates',
    },
  },
  driver: {
    sees: below('driver'),
    public: {
      '': 'createDriver driver lastAnswers',
      models: 'modelChanger models',
    },
  },
  review: {
    sees: below('review'),
    public: {
      '': 'createReview formatReview limits locateComment reviewMarks reviews taskReview',
      pullRequests: 'pullRequest pullRequestStates pullRequestText taskPullRequests',
    },
  },
  operations: {
    sees: below('operations'),
    public: {
      '': 'apiError createOperations fields operation operations parse',
      access: 'access rights sessionScope',
      declarations: '*',
      starts: 'sessionCreation',
      views: 'foreignText sessionView',
    },
  },
  api: {
    sees: below('api'),
    public: {
      '': 'createApi createLocalServer limits',
      auth: 'connections',
      home: 'windowApi',
      hooks: 'createHooks',
      http: 'errorSchema readBody route',
    },
  },
  mcp: {
    sees: below('mcp'),
    public: {
      '': 'createMcp describeFailure mcpRoute tool',
    },
  },
  config: {
    sees: CORE,
    public: {
      '': 'backendLimits confirmations contributions folderSnapshot folderSnapshots settings settingsReader',
    },
  },
  views: {
    sees: [...CORE, 'config'],
    public: {
      '': 'createViews viewsDeps',
      attention: 'statusPages waitingSessions',
      dialogs:
        'confirmWorkspaceValues conversationChoices messages providerDisplay quickPickers shownText vscodeMessages',
      models: 'modelOffers',
      review: 'reviewedEditor reviewEditors reviewThreads',
      terminals: 'sessionTerminals terminalProfile terminalSubject',
      tree: 'activityPresentation conversationFacts treeModel treePresentation',
      workspace:
        'connectApi editorSelection explainPersistence installedAgents keepFolderSnapshots persistenceChoice settingProblems userSettings windowActions windowLook windowWatch workspaceState',
    },
  },
  commands: {
    sees: [...CORE, 'config', 'views'],
    public: {
      '': 'createCommands disabledWindow entryPoints',
      host: 'followHosts',
    },
  },
  headless: {
    sees: CORE,
    public: { '': '*' },
  },
  main: {
    sees: [...CORE, 'host', 'headless', 'config', 'views', 'commands'],
    public: {
      '': 'core headless window',
    },
  },
  client: {
    sees: ['base', 'endpoint'],
    public: {
      '': 'agentTerminals apiEvent clientError clientOptions providerInfo sessionInfo size',
      connect: 'apiRequest connect endpoint parseApiError windowFiles',
      generated: 'operations',
      session: 'remoteSession sessionEnd',
    },
  },
  cli: {
    sees: ['base', 'endpoint', 'client'],
    public: {},
  },
};
