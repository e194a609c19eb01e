import { BARE_VERSION } from '../../launch/bareVersion';
import { droidAnswers } from './answers';
import { droidHooks } from './hooks';
import { droidStatus } from './status';
import { ESC } from '../../model/keys';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { ANY_VALUE } from '../../model/transcriptSupport';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const droid: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'droid',
  name: 'Factory Droid',
  icon: 'robot',
  docsUrl: 'https://docs.factory.ai/cli/getting-started/quickstart',
  install: { unix: 'curl -fsSL https://app.factory.ai/cli | sh', windows: 'npm install -g droid' },
  cli: ['droid'],
  versionProbe: { args: ['--version'], own: BARE_VERSION },
  verification: { kind: 'run', version: '0.215.0' },
  autoApprove: { kind: 'flag', args: ['--auto', 'high'] },
  // Of its --help: `low`, `medium` and `high`.
  permissionModes: { kind: 'flag', flags: ['--auto'], asking: [] },
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  conversations: { kind: 'byId', last: ['--resume', '--last'], resume: ['--resume', ID] },
  // Tested: the file is created with the first prompt. Folders by directory keep most characters; on
  // Windows their names are not known.
  transcripts: {
    kind: 'byId',
    home: { env: undefined, folder: '.factory' },
    root: 'sessions',
    file: ['*', `${ID}.jsonl`],
    records: {
      form: { kind: 'lines' },
      cwd: { where: { type: 'session_start' }, at: 'cwd' },
      prompt: { where: { type: 'message', 'message.role': 'user' }, at: 'message.content' },
      notPrompts: ['<system-reminder>'],
      model: [{ where: { type: 'message' }, at: 'message.modelId' }],
      notPersonal: [{ callingSessionId: ANY_VALUE }],
    },
  },
  fork: { kind: 'byId', args: ['--fork', ID], newId: 'generated' },
  // No model: only `droid exec` has `-m`.
  env: {
    pass: [
      'FACTORY_API_KEY',
      'FACTORY_AIRGAP_ENABLED',
      'DROID_DISABLE_AUTO_UPDATE',
      'FACTORY_DROID_AUTO_UPDATE_ENABLED',
    ],
    strip: [],
    extra: {},
  },
  interrupt: [ESC],
  hooks: droidHooks,
  status: droidStatus,
  answers: droidAnswers,
};
