import { auggieEngine } from './engine';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const auggie: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'auggie',
  name: 'Auggie',
  icon: 'telescope',
  docsUrl: 'https://docs.augmentcode.com/cli/overview',
  install: {
    unix: 'npm install -g @augmentcode/auggie',
    windows: 'npm install -g @augmentcode/auggie',
  },
  cli: ['auggie'],
  versionProbe: { args: ['--version'], own: /\(commit [0-9a-f]+\)/ },
  verification: { kind: 'help', version: '0.36.0' },
  defaultArgs: ['--allow-indexing'],
  initialPrompt: {
    kind: 'positional',
    separator: 'none',
    subcommands: [
      'login',
      'logout',
      'token',
      'session',
      'model',
      'account',
      'context',
      'upgrade',
      'command',
      'mcp',
      'tools',
      'help',
    ],
  },
  conversations: { kind: 'byId', last: ['--continue'], resume: ['--resume', ID] },
  model: { kind: 'flag', flag: '-m' },
  env: {
    pass: ['AUGMENT_SESSION_AUTH', 'GITHUB_API_TOKEN', 'AUGMENT_DISABLE_AUTO_UPDATE'],
    strip: [],
    extra: {},
  },
  engine: auggieEngine,
};
