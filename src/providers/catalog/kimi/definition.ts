import { kimiAnswers } from './answers';
import { BARE_VERSION } from '../../launch/bareVersion';
import { ESC } from '../../model/keys';
import { MODEL } from '../../model/modelChange';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { kimiStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const kimi: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'kimi',
  name: 'Kimi Code',
  icon: 'lightbulb',
  docsUrl: 'https://moonshotai.github.io/kimi-code/',
  install: {
    unix: 'curl -fsSL https://code.kimi.com/kimi-code/install.sh | bash',
    windows: 'npm install -g @moonshot-ai/kimi-code',
  },
  cli: ['kimi'],
  versionProbe: { args: ['--version'], own: BARE_VERSION },
  verification: { kind: 'run', version: '2.1.0' },
  // With `--yolo` it still asks before risky actions.
  autoApprove: { kind: 'flag', args: ['--auto'] },
  conversations: { kind: 'byId', last: ['--continue'], resume: ['--session', ID] },
  // Tested: the file is created with the first prompt, and has that as its title until the person
  // renames the session. Folders by directory have a hash whose rule is not known.
  transcripts: {
    kind: 'byId',
    home: { env: 'KIMI_CODE_HOME', folder: '.kimi-code' },
    root: 'sessions',
    file: ['*', 'session_*', 'state.json'],
    records: {
      form: { kind: 'document', list: 'records' },
      id: { at: 'id' },
      cwd: { at: 'cwd' },
      prompt: { at: 'title' },
      notPrompts: [],
      model: [],
      notPersonal: [],
    },
  },
  fork: { kind: 'byId', args: ['fork', ID], newId: 'generated' },
  model: { kind: 'flag', flag: '-m' },
  modelChange: {
    kind: 'prompt',
    text: `/model ${MODEL}`,
    changed:
      /^\s*(?:(?:Switched to|Already using|Saved) \S.* with thinking \S|Thinking set to \S|Error: Switched to \S)/,
    refused: /^\s*Error: Unknown model alias: \S+/,
    asks: /^\s*Select a model {2}\(type to search\)$/,
  },
  env: { pass: ['KIMI_API_KEY', 'MOONSHOT_API_KEY', 'KIMI_CODE_HOME'], strip: [], extra: {} },
  submit: { ...UNKNOWN_FACTS.submit, lineFeed: 'neverSubmits' },
  interrupt: [ESC],
  status: kimiStatus,
  answers: kimiAnswers,
};
