import { copilotAnswers } from './answers';
import { copilotEngine } from './engine';
import { copilotHooks } from './hooks';
import { ESC } from '../../model/keys';
import { MODEL } from '../../model/modelChange';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { copilotStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const copilot: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'copilot',
  name: 'GitHub Copilot CLI',
  icon: 'copilot',
  docsUrl: 'https://docs.github.com/en/copilot/how-tos/copilot-cli',
  install: { unix: 'npm install -g @github/copilot', windows: 'npm install -g @github/copilot' },
  cli: ['copilot'],
  versionProbe: { args: ['--version'], own: /GitHub Copilot CLI/ },
  verification: { kind: 'run', version: '1.0.102' },
  autoApprove: {
    kind: 'flag',
    args: ['--allow-all-tools'],
    aliases: [['--allow-all'], ['--yolo']],
  },
  // It refuses a positional argument.
  initialPrompt: { kind: 'flag', flag: '-i' },
  conversations: {
    kind: 'chooseId',
    last: ['--continue'],
    resume: [`--resume=${ID}`],
    create: ['--session-id', ID],
    existingId: 'resumed',
  },
  // Tested.
  transcripts: {
    kind: 'byId',
    home: { env: 'COPILOT_HOME', folder: '.copilot' },
    root: 'session-state',
    file: [ID, 'events.jsonl'],
    records: {
      form: { kind: 'lines' },
      cwd: { where: { type: 'session.start' }, at: 'data.context.cwd' },
      prompt: { where: { type: 'user.message' }, at: 'data.content' },
      notPrompts: [],
      model: [
        { where: { type: 'session.start' }, at: 'data.selectedModel' },
        { where: { type: 'session.model_change' }, at: 'data.newModel' },
        { where: { type: 'assistant.message' }, at: 'data.model' },
      ],
      notPersonal: [],
    },
  },
  model: { kind: 'flag', flag: '--model' },
  // With a model provider of the person's it accepts every name.
  modelChange: {
    kind: 'prompt',
    text: `/model ${MODEL}`,
    changed: /^\s*● (?:Model changed from \S|Switched model to: \S)/,
    refused: /^\s*✗ You must be signed in to select a model/,
    asks: undefined,
  },
  env: {
    pass: [
      'COPILOT_GITHUB_TOKEN',
      'GH_TOKEN',
      'GITHUB_TOKEN',
      'COPILOT_HOME',
      'COPILOT_PROVIDER_BASE_URL',
      'COPILOT_PROVIDER_TYPE',
      'COPILOT_PROVIDER_API_KEY',
      'COPILOT_MODEL',
      'COPILOT_OFFLINE',
      'COPILOT_DISABLE_TERMINAL_TITLE',
      'COPILOT_AUTO_UPDATE',
    ],
    strip: [],
    extra: {},
  },
  hooks: copilotHooks,
  submit: { ...UNKNOWN_FACTS.submit, lineFeed: 'neverSubmits' },
  interrupt: [ESC, ESC],
  status: copilotStatus,
  answers: copilotAnswers,
  engine: copilotEngine,
};
