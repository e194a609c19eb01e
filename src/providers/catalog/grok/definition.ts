import { grokAnswers } from './answers';
import { grokEngine } from './engine';
import { CTRL_C } from '../../model/keys';
import { MODEL } from '../../model/modelChange';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { grokStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const grok: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'grok',
  name: 'Grok Build',
  icon: 'circuit-board',
  docsUrl: 'https://docs.x.ai/build/overview',
  install: {
    unix: 'curl -fsSL https://x.ai/cli/install.sh | bash',
    windows: 'npm install -g @xai-official/grok',
  },
  cli: ['grok'],
  versionProbe: { args: ['--version'], own: /^grok \d/m },
  verification: { kind: 'run', version: '1.0.41' },
  autoApprove: { kind: 'flag', args: ['--always-approve'] },
  // Of its --help; in `auto`, a model approves actions.
  permissionModes: {
    kind: 'flag',
    flags: ['--permission-mode'],
    asking: ['default', 'dontAsk', 'plan'],
  },
  initialPrompt: { kind: 'positional', separator: 'guardsAll' },
  conversations: {
    kind: 'chooseId',
    last: ['--continue'],
    resume: ['--resume', ID],
    create: ['--session-id', ID],
    existingId: 'refused',
  },
  // Tested. If the encoded path is longer than 255 bytes, the folder has another name, which is not
  // known.
  transcripts: {
    kind: 'byDirectory',
    home: { env: 'GROK_HOME', folder: '.grok' },
    root: 'sessions',
    naming: { kind: 'uri' },
    file: [ID, 'updates.jsonl'],
    records: {
      form: { kind: 'lines' },
      prompt: {
        where: { 'params.update.sessionUpdate': 'user_message_chunk' },
        at: 'params.update.content.text',
      },
      notPrompts: ['<system-reminder>'],
      model: [{ at: 'params.update._meta.modelId' }],
      notPersonal: [],
    },
  },
  fork: { kind: 'byId', args: ['--resume', ID, '--fork-session'], newId: 'chosen' },
  model: { kind: 'flag', flag: '-m' },
  // It reports the change for a moment, at the right of a row that may have other text.
  modelChange: {
    kind: 'prompt',
    text: `/model ${MODEL}`,
    changed: /(?:^| )✓ Default model: \S+/,
    refused: /^\s*Unknown model: \S+/,
    asks: undefined,
  },
  env: {
    pass: [
      'XAI_API_KEY',
      'GROK_DEPLOYMENT_KEY',
      'GROK_MODELS_BASE_URL',
      'GROK_HOME',
      'GROK_DISABLE_AUTOUPDATER',
      'GROK_TELEMETRY_ENABLED',
      'GROK_DEFAULT_SELECTED_PERMISSION',
    ],
    strip: [],
    extra: {},
  },
  submit: { ...UNKNOWN_FACTS.submit, lineFeed: 'neverSubmits' },
  // Esc scrolls.
  interrupt: [CTRL_C],
  status: grokStatus,
  answers: grokAnswers,
  engine: grokEngine,
};
