import { lettaAnswers } from './answers';
import { lettaStatus } from './status';
import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const letta: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'letta',
  name: 'Letta Code',
  icon: 'library',
  docsUrl: 'https://docs.letta.com/letta-code/cli',
  install: {
    unix: 'npm install -g @letta-ai/letta-code',
    windows: 'npm install -g @letta-ai/letta-code',
  },
  cli: ['letta'],
  versionProbe: { args: ['--version'], own: /\(Letta Code\)/ },
  verification: { kind: 'run', version: '0.25.9' },
  autoApprove: { kind: 'flag', args: ['--yolo'] },
  // Tested: plain `letta` continues the last conversation of the folder, whose id it keeps in the folder's
  // `.letta`; without that, the last one of any folder. `--conv ID` resumes one from any folder. Of the files of
  // conversations only the text that a message adds for the model has the folder, so no id is learned from them.
  conversations: { kind: 'latest', last: [], fresh: ['--new'] },
  model: { kind: 'flag', flag: '-m' },
  env: { pass: ['LETTA_API_KEY', 'LETTA_BASE_URL', 'LMSTUDIO_BASE_URL'], strip: [], extra: {} },
  status: lettaStatus,
  answers: lettaAnswers,
};
