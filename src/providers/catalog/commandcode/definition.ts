import { commandcodeAnswers } from './answers';
import { commandcodeStatus } from './status';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const commandcode: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'commandcode',
  name: 'Command Code',
  icon: 'terminal-cmd',
  docsUrl: 'https://commandcode.ai/docs/reference/cli',
  install: {
    unix: 'npm install -g command-code@latest',
    windows: 'npm install -g command-code@latest',
  },
  cli: ['cmd', 'command-code', 'commandcode', 'cmdc'],
  versionProbe: { args: ['--version'], own: /^\d+\.\d+\.\d+$/m, namesake: /Microsoft Windows/ },
  // Its current release starts only with an older version of a package that it needs; run with that.
  verification: { kind: 'help', version: '1.64.0' },
  // Without `--trust`: the person decides whether to trust a folder.
  defaultArgs: ['--skip-onboarding'],
  autoApprove: { kind: 'flag', args: ['--yolo'] },
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  conversations: { kind: 'byId', last: ['--continue'], resume: ['--resume', ID] },
  // Tested.
  transcripts: {
    kind: 'byId',
    home: { env: undefined, folder: '.commandcode' },
    root: 'projects',
    file: ['*', `${ID}.jsonl`],
    records: {
      form: { kind: 'lines' },
      cwd: { where: { type: 'session' }, at: 'cwd' },
      startedAt: { where: { type: 'session' }, at: 'timestamp' },
      prompt: { where: { type: 'message', 'message.role': 'user' }, at: 'message.content' },
      notPrompts: [],
      model: [],
      notPersonal: [],
    },
  },
  model: { kind: 'flag', flag: '--model' },
  status: commandcodeStatus,
  answers: commandcodeAnswers,
};
