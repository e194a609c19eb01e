import { claudeAnswers } from './answers';
import { claudeEngine } from './engine';
import { claudeHooks } from './hooks';
import { ESC } from '../../model/keys';
import { MODEL } from '../../model/modelChange';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { claudeShellMode, claudeStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const claude: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'claude',
  name: 'Claude Code',
  icon: 'sparkle',
  docsUrl: 'https://code.claude.com/docs/en/quickstart',
  install: {
    unix: 'curl -fsSL https://claude.ai/install.sh | bash',
    windows:
      'curl -fsSL https://claude.ai/install.cmd -o install.cmd && install.cmd && del install.cmd',
  },
  cli: ['claude'],
  versionProbe: { args: ['--version'], own: /\(Claude Code\)/ },
  verification: { kind: 'run', version: '2.1.330' },
  autoApprove: {
    kind: 'flag',
    args: ['--dangerously-skip-permissions'],
    refusedAsRoot: { unlessEnv: 'IS_SANDBOX' },
  },
  // Of its --help. `auto` is its default; `default` is an older name of `manual`.
  permissionModes: {
    kind: 'flag',
    flags: ['--permission-mode'],
    asking: ['auto', 'default', 'dontAsk', 'manual', 'plan'],
    refusedAsRoot: 'bypassPermissions',
  },
  // `claude -- doctor` still runs the sub-command. Without `--`, an option with several values
  // (`--allowedTools`, `--add-dir`) takes the prompt as a value.
  initialPrompt: {
    kind: 'positional',
    separator: 'guardsOptions',
    subcommands: [
      'agents',
      'attach',
      'auth',
      'auto-mode',
      'doctor',
      'gateway',
      'import',
      'install',
      'logs',
      'mcp',
      'plugin',
      'plugins',
      'purge',
      'respawn',
      'rm',
      'setup-token',
      'stop',
      'kill',
      'ultrareview',
      'update',
      'upgrade',
      'help',
    ],
  },
  conversations: {
    kind: 'chooseId',
    last: ['--continue'],
    resume: ['--resume', ID],
    create: ['--session-id', ID],
    existingId: 'refused',
  },
  // Tested with all kinds of paths (spaces, quotes, dots, emoji, links, over 200 units) and
  // CLAUDE_CONFIG_DIR. A conversation that is resumed in another directory continues in its first
  // file. A fork has a file in the folder of its own directory and states that directory
  // throughout. A sub-agent's file (not seen) is not named by an id, or begins with a record that
  // marks it.
  transcripts: {
    kind: 'byDirectory',
    home: { env: 'CLAUDE_CONFIG_DIR', folder: '.claude' },
    root: 'projects',
    naming: { kind: 'dashes', longNames: 'hashed', windowsCase: 'kept' },
    file: [`${ID}.jsonl`],
    records: {
      form: { kind: 'lines' },
      cwd: { at: 'cwd' },
      prompt: {
        where: { type: 'user' },
        unless: { isMeta: true, isSidechain: true, isCompactSummary: true },
        at: 'message.content',
      },
      notPrompts: [
        '<command-',
        '<local-command-',
        '<bash-',
        '<ide_',
        '<system-reminder>',
        '<task-notification>',
        '<user-prompt-submit-hook>',
        'Caveat: The messages below',
        '[Request interrupted',
      ],
      model: [
        {
          where: { type: 'assistant' },
          unless: { 'message.model': '<synthetic>' },
          at: 'message.model',
        },
      ],
      notPersonal: [{ type: 'user', isSidechain: true }],
    },
  },
  fork: { kind: 'byId', args: ['--resume', ID, '--fork-session'], newId: 'chosen' },
  model: { kind: 'flag', flag: '--model' },
  // Tested: it also saves the model as the default for new sessions, and asks first if the conversation
  // is cached for another model. The refusals are from its code.
  modelChange: {
    kind: 'prompt',
    text: `/model ${MODEL}`,
    changed: /^\s*⎿\s+Set model to /,
    refused:
      /^\s*⎿\s+(?:Model '.+' (?:not found|is(?:n't| not) )|Couldn't confirm model |Failed to validate model)/,
    asks: /^\s*Switch model\?$/,
  },
  env: {
    pass: [
      'ANTHROPIC_API_KEY',
      'ANTHROPIC_AUTH_TOKEN',
      'CLAUDE_CODE_OAUTH_TOKEN',
      'ANTHROPIC_BASE_URL',
      'CLAUDE_CONFIG_DIR',
      'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
      'DISABLE_AUTOUPDATER',
      'DISABLE_TELEMETRY',
      'CLAUDE_CODE_DISABLE_TERMINAL_TITLE',
      'CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN',
      'CLAUDE_CODE_NO_FLICKER',
      'CLAUDE_CODE_DISABLE_MOUSE',
      'IS_SANDBOX',
    ],
    strip: [
      'CLAUDECODE',
      'CLAUDE_CODE_CHILD_SESSION',
      'CLAUDE_CODE_SESSION_ID',
      'CLAUDE_CODE_ENTRYPOINT',
      'CLAUDE_CODE_SSE_PORT',
      'CLAUDE_PID',
      'CLAUDE_CODE_MESSAGING_SOCKET',
      'CLAUDE_CODE_MESSAGING_TOKEN',
      'CLAUDE_TOOL_RESULT_FD',
    ],
    extra: {},
  },
  submit: { kind: 'paste', gapMs: 50, lineFeed: 'neverSubmits' },
  shellMode: claudeShellMode,
  interrupt: [ESC],
  hooks: claudeHooks,
  mcp: { kind: 'configJson', flag: '--mcp-config' },
  // Tested with two files for one folder: it connects to the port of the variable, with the token of that
  // file. Its extension ignores the variable of the folder.
  ideLink: {
    kind: 'portFile',
    directories: [
      { kind: 'cliHome', home: { env: 'CLAUDE_CONFIG_DIR', folder: '.claude' }, below: 'ide' },
      { kind: 'cliHome', home: { env: undefined, folder: '.claude' }, below: 'ide' },
    ],
    file: /^(?<port>\d{1,5})\.lock$/,
    pid: 'pid',
    folders: { at: 'workspaceFolders', form: 'paths' },
    variable: 'CLAUDE_CODE_SSE_PORT',
  },
  status: claudeStatus,
  answers: claudeAnswers,
  engine: claudeEngine,
};
