import { qwenAnswers } from './answers';
import { BARE_VERSION } from '../../launch/bareVersion';
import { qwenEngine } from './engine';
import { qwenHooks } from './hooks';
import { ESC } from '../../model/keys';
import { MODEL } from '../../model/modelChange';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { qwenStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const qwen: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'qwen',
  name: 'Qwen Code',
  icon: 'symbol-keyword',
  docsUrl: 'https://github.com/QwenLM/qwen-code',
  install: {
    unix: 'npm install -g @qwen-code/qwen-code',
    windows: 'npm install -g @qwen-code/qwen-code',
  },
  cli: ['qwen'],
  versionProbe: { args: ['--version'], own: BARE_VERSION },
  verification: { kind: 'run', version: '0.24.4' },
  autoApprove: { kind: 'flag', args: ['--approval-mode=yolo'], aliases: [['--yolo'], ['-y']] },
  // Of its --help. In `auto`, a model approves actions.
  permissionModes: {
    kind: 'flag',
    flags: ['--approval-mode', '--approvalMode'],
    asking: ['default', 'plan'],
  },
  // A positional prompt is answered once, even on a terminal.
  initialPrompt: { kind: 'flag', flag: '-i' },
  conversations: {
    kind: 'chooseId',
    last: ['--continue'],
    resume: ['--resume', ID],
    create: ['--session-id', ID],
    existingId: 'refused',
  },
  // Tested. The naming rule is that of its own `sanitizeCwd`.
  transcripts: {
    kind: 'byDirectory',
    home: { env: 'QWEN_HOME', folder: '.qwen' },
    root: 'projects',
    naming: { kind: 'dashes', longNames: 'whole', windowsCase: 'lower' },
    file: ['chats', `${ID}.jsonl`],
    records: {
      form: { kind: 'lines' },
      cwd: { at: 'cwd' },
      prompt: { where: { type: 'user' }, unless: { provenance: 'system' }, at: 'message.parts' },
      notPrompts: ['<system-reminder>'],
      model: [{ where: { type: 'assistant' }, at: 'model' }],
      notPersonal: [],
    },
  },
  fork: { kind: 'byId', args: ['--resume', ID, '--fork-session'], newId: 'generated' },
  model: { kind: 'flag', flag: '-m' },
  // The refusal is tested, the report is from its code. It also saves the model in its settings.
  modelChange: {
    kind: 'prompt',
    text: `/model ${MODEL}`,
    changed: /^\s*\S\S? Model: \S/,
    refused: /^\s*✕ Model '.+' is not available/,
    asks: undefined,
  },
  env: {
    pass: [
      'OPENAI_API_KEY',
      'DASHSCOPE_API_KEY',
      'BAILIAN_CODING_PLAN_API_KEY',
      'OPENAI_BASE_URL',
      'OPENAI_MODEL',
      'QWEN_HOME',
    ],
    strip: ['QWEN_CODE_IDE_SERVER_PORT', 'QWEN_CODE_IDE_WORKSPACE_PATH'],
    extra: {},
  },
  submit: { ...UNKNOWN_FACTS.submit, lineFeed: 'neverSubmits' },
  interrupt: [ESC],
  hooks: qwenHooks,
  // Tested like that of Gemini CLI.
  ideLink: {
    kind: 'portFile',
    directories: [{ kind: 'cliHome', home: { env: 'QWEN_HOME', folder: '.qwen' }, below: 'ide' }],
    file: /^(?<port>\d{1,5})\.lock$/,
    pid: 'ppid',
    folders: { at: 'workspacePath', form: 'joined' },
    variable: 'QWEN_CODE_IDE_SERVER_PORT',
  },
  status: qwenStatus,
  answers: qwenAnswers,
  engine: qwenEngine,
};
