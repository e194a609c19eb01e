import { BARE_VERSION } from '../../launch/bareVersion';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
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
  verification: { kind: 'help', version: '0.215.0' },
  autoApprove: { kind: 'flag', args: ['--auto', 'high'] },
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  conversations: { kind: 'byId', last: ['--resume', '--last'], resume: ['--resume', ID] },
  fork: { kind: 'byId', args: ['--fork', ID], newId: 'learned' },
  // No model: only `droid exec` has `-m`.
  env: {
    pass: ['FACTORY_API_KEY', 'DROID_DISABLE_AUTO_UPDATE', 'FACTORY_DROID_AUTO_UPDATE_ENABLED'],
    strip: [],
    extra: {},
  },
};
