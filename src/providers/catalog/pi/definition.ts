import { BARE_VERSION } from '../../launch/bareVersion';
import { piEngine } from './engine';
import { piHooks } from './hooks';
import { ESC } from '../../model/keys';
import { MODEL } from '../../model/modelChange';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { piStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const pi: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'pi',
  name: 'Pi',
  icon: 'symbol-operator',
  docsUrl: 'https://github.com/earendil-works/pi/tree/main/packages/coding-agent',
  install: {
    unix: 'npm install -g --ignore-scripts @earendil-works/pi-coding-agent',
    windows: 'npm install -g --ignore-scripts @earendil-works/pi-coding-agent',
  },
  cli: ['pi'],
  versionProbe: { args: ['--version'], own: BARE_VERSION },
  verification: { kind: 'run', version: '0.74.2' },
  autoApprove: { kind: 'neverAsks' },
  // It does not support `--`: arguments after it are still parsed as options.
  initialPrompt: {
    kind: 'positional',
    separator: 'none',
    subcommands: ['install', 'remove', 'uninstall', 'update', 'list', 'config'],
  },
  conversations: { kind: 'byId', last: ['--continue'], resume: ['--session', ID] },
  // Tested. With PI_CODING_AGENT_SESSION_DIR transcripts are elsewhere and are not found.
  transcripts: {
    kind: 'byDirectory',
    home: { env: 'PI_CODING_AGENT_DIR', folder: '.pi/agent' },
    root: 'sessions',
    naming: { kind: 'separators' },
    file: [`*_${ID}.jsonl`],
    records: {
      form: { kind: 'lines' },
      cwd: { where: { type: 'session' }, at: 'cwd' },
      prompt: { where: { type: 'message', 'message.role': 'user' }, at: 'message.content' },
      notPrompts: [],
      model: [
        { where: { type: 'model_change' }, at: 'modelId' },
        { where: { type: 'message' }, at: 'message.model' },
      ],
      notPersonal: [],
    },
  },
  fork: { kind: 'byId', args: ['--fork', ID], newId: 'generated' },
  model: { kind: 'flag', flag: '--model' },
  // It opens its menu for a name that is not complete, and for one that it does not have.
  modelChange: {
    kind: 'prompt',
    text: `/model ${MODEL}`,
    changed: /^\s*Model: \S+$/,
    refused: /^\s*No matching models$/,
    asks: /^\s*Model Name: \S/,
  },
  env: {
    pass: [
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'PI_CODING_AGENT_DIR',
      'PI_CODING_AGENT_SESSION_DIR',
      'PI_OFFLINE',
    ],
    strip: [],
    extra: {},
  },
  submit: { kind: 'paste', gapMs: 50, lineFeed: 'neverSubmits' },
  // It draws no mark: a text that begins with `!` is a command. The input is between two lines.
  shellMode: {
    key: '!',
    where: { kind: 'block', starts: /^─{10,}/, above: /^─{10,}/ },
    row: /^\s*!/,
  },
  interrupt: [ESC],
  hooks: piHooks,
  status: piStatus,
  engine: piEngine,
};
