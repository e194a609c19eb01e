// @ts-check

/** The rooms without VS Code that make up the core, lowest first: each may import those before it. */
const CORE = [
  'base',
  'pty',
  'providers',
  'conversations',
  'worktrees',
  'tasks',
  'ownership',
  'status',
  'agents',
  'driver',
  'api',
  'mcp',
];

/** The core rooms below `room`. */
const below = (/** @type {string} */ room) => CORE.slice(0, CORE.indexOf(room));

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
    public: { '': '*' },
  },
  pty: {
    sees: below('pty'),
    public: {
      '': 'createSessionManager limits ptyDimensions ptyId ptyProcess sessionBackend sessionService sessionSource spawnMode windowSessions',
      flow: 'coalescer outputFlow outputPace outputSink',
      lines: 'lineBuffer',
      process: 'createProcessTable createTerminate processTree runCommand runTool',
      screen: 'screenUnicode',
      'screen/escapes': 'escapeState modeReset',
      session: 'forkSeed initialSessionInfo outlivesWindow ptyHandle sessionManager viewerCalls',
      shell:
        'directPlan environment findVariable loginEnvironment offerCommandLine parseShellArgs preflight quoteForShell shellPlan shells windowsPlan',
      ssh: 'sshConfig sshEnvironment sshFailure sshLine sshRun sshScripts',
      tmux: 'tmuxKill tmuxLine tmuxPlan tmuxSessions tmuxSource tmuxSpawner tmuxVersion',
    },
  },
  host: {
    sees: ['base', 'pty'],
    public: {
      client: 'hostClient hostSource sessionHosting',
      discovery: 'diskHostAccess endOtherHost hostPlace otherHosts',
      protocol: 'calls',
      server: 'lastScreens',
    },
  },
  providers: {
    sees: below('providers'),
    public: {
      catalog: 'builtInProviders',
      launch:
        'agentCommand autoApproveArgs cliDetector cliForm cliNotFound cliNotFoundError conversationArgs mcpLaunch plainText promptKeystrokes sanitizePrompt textFile versionCommand',
      'launch/hooks': 'hookLaunch planHookLaunch',
      model:
        'answerFacts engineFacts hookSupport keys providerCommandConfig providerDefinition providerId providerOverride providerStatus statusFacts transcriptSupport',
      registry: 'defaultProvider providerRegistry',
    },
  },
  conversations: {
    sees: below('conversations'),
    public: {
      '': 'claimConversations conversationLearner learnRequest sessionIsolation',
      transcripts:
        'diskTranscripts lineReader cachedTranscripts promptLine realDirectory recordField toConversationChoice transcriptDigest transcripts',
    },
  },
  worktrees: {
    sees: below('worktrees'),
    public: {
      '': 'formatNames inspectWorktree locateWorktree removeWorktree worktree worktreeStatus worktrees',
      create: 'carriedChanges newWorktree steps worktreeAddition',
      git: 'git',
    },
  },
  tasks: {
    sees: below('tasks'),
    public: {
      '': 'forgetting moving reconnectedTasks sessionLabel sessionMapFile sessionMapStore task taskIds taskName taskOfSession taskStore watchDirectory',
    },
  },
  ownership: {
    sees: below('ownership'),
    public: {
      '': 'handovers leases sessionHandover sessionOwnership sessionReconnector windowFile',
    },
  },
  status: {
    sees: below('status'),
    public: {
      '': 'activity statusEngine statusService watchedAgents',
      screens: 'screenCase userRules',
      sources: 'hookEvent hookSignal outputMark statusFile statusFiles',
    },
  },
  agents: {
    sees: below('agents'),
    public: {
      '': 'agentLauncher agentService folderOf ptyApi taskPlaces',
      conversations:
        'conversationDetails conversationResolver resumePreviews earlierConversations followedConversations forgetEndedShells knownConversations openConversations resumePreviewPlaces sessionConversations',
      dialogs: 'answerService answers dialog trustAnswers',
      prompts:
        'draft formatLook personTyping promptDelivery promptEcho promptLook promptReadiness promptSubmission promptTyping',
      start:
        'agentHooks agentPlan agentSettings cliFinder commandRuns hostFacts loginShells programStarts providerChecks readHostFacts requirements sessionContinuation sessionStarts shellPlanner sshPlanner sshTargets startPlanner startSchema tmuxPlanner',
      worktrees: 'taskWorktrees worktreeStates',
    },
  },
  driver: {
    sees: below('driver'),
    public: {
      '': 'agentDriver driver modelLister models',
    },
  },
  api: {
    sees: below('api'),
    public: {
      '': 'apiServer limits',
      auth: 'access apiTokens authenticator sessionScope connections wrongTokens',
      home: 'homePrograms windowApi',
      hooks: 'hookReceiver hookTokens',
      http: 'answers apiError httpRoutes readBody requests route usualPort',
      sessions:
        'eventFeed lineFeed sessionCreation sessionForks sessionVerbs sessionView sessionWait startPlaces',
      sockets: 'liveSockets socketRoutes',
    },
  },
  mcp: {
    sees: below('mcp'),
    public: {
      '': 'agentTools describeFailure mcpRoute runningCalls tool toolInputs',
    },
  },
  config: {
    sees: CORE,
    public: {
      '': 'canonicalJson confirmations contributions settingProblem settings settingsReader',
    },
  },
  views: {
    sees: [...CORE, 'config'],
    public: {
      '': 'createViews',
      attention: 'statusPages waitingSessions',
      dialogs:
        'choices confirmWorkspaceValues conversationChoices cutText messageText messages pickers progress providerDisplay questions quickPickers shownValues visibleText',
      models: 'modelOffers',
      restore: 'sessionRestore terminalViews',
      terminals: 'busy sessionTerminals terminalProfile terminalSubject',
      tree: 'activityPresentation conversationFacts treeModel treePresentation',
      workspace:
        'editorSelection followWorkspace installedAgents publishApi settingProblems windowWatch workspaceGuard workspaceState',
    },
  },
  commands: {
    sees: [...CORE, 'config', 'views'],
    public: {
      '': 'vscodeServices commandDeps registerCommands',
      host: 'followHosts',
      start: 'startAgent',
      tasks: 'worktreeCommands',
    },
  },
  main: {
    sees: [...CORE, 'host', 'config', 'views', 'commands'],
    public: {
      '': 'core window',
    },
  },
  client: {
    sees: ['base'],
    public: {
      '': 'agentTerminals apiEvent clientError clientOptions providerInfo sessionInfo size',
      connect: 'apiRequest connect parseApiError',
      session: 'remoteSession sessionEnd',
    },
  },
  cli: {
    sees: ['base', 'client'],
    public: {},
  },
};
