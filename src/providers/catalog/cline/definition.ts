import { clineAnswers } from './answers';
import { BARE_VERSION } from '../../launch/bareVersion';
import { ESC } from '../../model/keys';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { clineStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const cline: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'cline',
  name: 'Cline CLI',
  icon: 'debug-console',
  docsUrl: 'https://docs.cline.bot/cline-cli/overview',
  install: { unix: 'npm install -g cline', windows: 'npm install -g cline' },
  cli: ['cline'],
  versionProbe: { args: ['--version'], own: BARE_VERSION },
  verification: { kind: 'run', version: '3.0.65' },
  // With a prompt and without `-i` it answers once and exits.
  defaultArgs: ['-i'],
  // It approves everything unless this is turned off.
  autoApprove: {
    kind: 'byDefault',
    args: ['--auto-approve', 'true'],
    offArgs: ['--auto-approve', 'false'],
  },
  initialPrompt: {
    kind: 'positional',
    separator: 'guardsOptions',
    subcommands: [
      'auth',
      'config',
      'plugin',
      'skill',
      'connect',
      'mcp',
      'doctor',
      'history',
      'h',
      'hook',
      'schedule',
      'hub',
      'dashboard',
      'update',
      'version',
      'kanban',
      'help',
    ],
  },
  conversations: { kind: 'byId', last: undefined, resume: ['--id', ID] },
  // Tested: the files are created with the first prompt. With CLINE_DATA_DIR or CLINE_SESSION_DATA_DIR
  // they are elsewhere and are not found.
  transcripts: {
    kind: 'byId',
    home: { env: 'CLINE_DIR', folder: '.cline' },
    root: 'data/sessions',
    file: [ID, `${ID}.json`],
    idPattern: '\\d+_[0-9a-z]+',
    records: {
      form: { kind: 'document', list: 'records' },
      cwd: { at: 'cwd' },
      prompt: { at: 'metadata.title' },
      notPrompts: [],
      model: [{ at: 'model' }],
      // Its answer to a prompt without `-i`.
      notPersonal: [{ interactive: false }],
    },
  },
  model: { kind: 'flag', flag: '-m' },
  env: { pass: ['CLINE_DIR'], strip: [], extra: {} },
  submit: { ...UNKNOWN_FACTS.submit, lineFeed: 'neverSubmits' },
  interrupt: [ESC],
  status: clineStatus,
  answers: clineAnswers,
};
