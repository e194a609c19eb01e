import { auggieAnswers } from './answers';
import { auggieEngine } from './engine';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { auggieStatus } from './status';
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
  verification: { kind: 'run', version: '0.36.0' },
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
  // Tested: `--continue` resumes the latest conversation of its terminal, or else of all directories.
  conversations: { kind: 'byId', last: undefined, resume: ['--resume', ID] },
  // Tested: the files name the root of the repository instead of the directory, so none is found by it.
  transcripts: {
    kind: 'byId',
    home: { env: undefined, folder: '.augment' },
    root: 'sessions',
    file: [`${ID}.json`],
    records: {
      form: { kind: 'document', list: 'chatHistory' },
      prompt: { at: 'exchange.request_message' },
      notPrompts: [],
      model: [],
      notPersonal: [],
    },
  },
  model: { kind: 'flag', flag: '-m' },
  env: {
    pass: ['AUGMENT_SESSION_AUTH', 'GITHUB_API_TOKEN', 'AUGMENT_DISABLE_AUTO_UPDATE'],
    strip: [],
    extra: {},
  },
  status: auggieStatus,
  answers: auggieAnswers,
  engine: auggieEngine,
};
