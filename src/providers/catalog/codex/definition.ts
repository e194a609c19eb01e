import { codexAnswers } from './answers';
import { codexEngine } from './engine';
import { codexHooks } from './hooks';
import { ESC } from '../../model/keys';
import { MODEL } from '../../model/modelChange';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { ANY_VALUE } from '../../model/transcriptSupport';
import { codexStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const codex: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'codex',
  name: 'Codex',
  icon: 'code',
  docsUrl: 'https://github.com/openai/codex',
  install: {
    unix: 'npm install -g @openai/codex',
    windows:
      'powershell -ExecutionPolicy ByPass -c "irm https://chatgpt.com/codex/install.ps1 | iex"',
  },
  cli: ['codex'],
  versionProbe: { args: ['--version'], own: /^codex-cli \d/m },
  verification: { kind: 'run', version: '0.169.0' },
  // Its shared background server outlives the TUI, and runs the tools and hooks of every later TUI
  // with the environment of the first.
  defaultArgs: ['--no-daemon'],
  autoApprove: {
    kind: 'flag',
    args: ['--dangerously-bypass-approvals-and-sandbox'],
    aliases: [
      ['--yolo'],
      ['-c', 'approval_policy=never'],
      ['-c', 'approval_policy="never"'],
      ['--config', 'approval_policy=never'],
      ['--config', 'approval_policy="never"'],
    ],
  },
  // Tested: `on-request` and `never` are all that it accepts.
  permissionModes: { kind: 'flag', flags: ['--ask-for-approval', '-a'], asking: ['on-request'] },
  initialPrompt: { kind: 'positional', separator: 'guardsAll' },
  conversations: { kind: 'byId', last: ['resume', '--last'], resume: ['resume', ID] },
  // Tested: the file is created with the first prompt. The time in it and in its name is that of
  // the start; the folders by day use local time. `resume` continues in the same file, `fork`
  // creates one. `exec` also writes there, and Codex's own picker omits those files. Files of
  // sub-agents were not seen: `thread_source` appears in the program, the other field in its public
  // source.
  transcripts: {
    kind: 'byDate',
    home: { env: 'CODEX_HOME', folder: '.codex' },
    root: 'sessions',
    file: [`rollout-*-${ID}.jsonl`],
    records: {
      form: { kind: 'lines' },
      cwd: { where: { type: 'session_meta' }, at: 'payload.cwd' },
      prompt: {
        where: { type: 'response_item', 'payload.type': 'message', 'payload.role': 'user' },
        at: 'payload.content',
      },
      notPrompts: [
        '<environment_context>',
        '<user_instructions>',
        '<skill>',
        '<turn_aborted>',
        '<subagent_notification>',
        '<user_shell_command>',
        '# AGENTS.md instructions',
      ],
      model: [{ where: { type: 'turn_context' }, at: 'payload.model' }],
      notPersonal: [
        { type: 'session_meta', 'payload.source': 'exec' },
        { type: 'session_meta', 'payload.thread_source': 'subagent' },
        { type: 'session_meta', 'payload.source.subagent': ANY_VALUE },
      ],
    },
  },
  fork: { kind: 'byId', args: ['fork', ID], newId: 'generated' },
  model: { kind: 'flag', flag: '-m' },
  // Tested: for this session only.
  modelChange: {
    kind: 'prompt',
    text: `/model ${MODEL}`,
    changed: /^\s*• Model changed to /,
    refused: /^\s*■ Model '.+' is unavailable/,
    asks: undefined,
  },
  env: { pass: ['OPENAI_API_KEY', 'CODEX_ACCESS_TOKEN', 'CODEX_HOME'], strip: [], extra: {} },
  submit: { kind: 'paste', gapMs: 50, lineFeed: 'neverSubmits' },
  // No other row begins with this mark; further rows of the input are indented.
  shellMode: { key: '!', where: { kind: 'last', rows: 24 }, row: /^!(?: |$)/ },
  // Tested: its model gets `@path` as text, in quotes, too.
  fileMarks: [],
  interrupt: [ESC],
  hooks: codexHooks,
  mcp: { kind: 'configLine', flag: '-c' },
  status: codexStatus,
  answers: codexAnswers,
  engine: codexEngine,
};
