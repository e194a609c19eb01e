import { continueAnswers } from './answers';
import { BARE_VERSION } from '../../launch/bareVersion';
import { ESC } from '../../model/keys';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { continueStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const continueCli: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'continue',
  name: 'Continue CLI',
  icon: 'debug-continue',
  docsUrl: 'https://docs.continue.dev/guides/cli',
  install: { unix: 'npm install -g @continuedev/cli', windows: 'npm install -g @continuedev/cli' },
  cli: ['cn'],
  versionProbe: { args: ['--version'], own: BARE_VERSION },
  verification: { kind: 'run', version: '1.5.47' },
  autoApprove: { kind: 'flag', args: ['--auto'] },
  initialPrompt: {
    kind: 'positional',
    separator: 'guardsOptions',
    subcommands: ['ls', 'checks', 'review', 'help'],
  },
  conversations: { kind: 'latest', last: ['--resume'] },
  // Tested.
  transcripts: {
    kind: 'byId',
    home: { env: 'CONTINUE_GLOBAL_DIR', folder: '.continue' },
    root: 'sessions',
    file: [`${ID}.json`],
    records: {
      form: { kind: 'document', list: 'history' },
      cwd: { at: 'workspaceDirectory' },
      prompt: { where: { 'message.role': 'user' }, at: 'message.content' },
      notPrompts: [],
      model: [{ at: 'message.usage.model' }],
      notPersonal: [],
    },
  },
  fork: { kind: 'byId', args: ['--fork', ID], newId: 'generated' },
  model: { kind: 'flag', flag: '--model' },
  env: { pass: ['CONTINUE_GLOBAL_DIR'], strip: [], extra: {} },
  interrupt: [ESC],
  // It never enables bracketed paste, and treats the paste marks as text.
  submit: { kind: 'plain', gapMs: 100, lineFeed: 'neverSubmits' },
  status: continueStatus,
  answers: continueAnswers,
};
