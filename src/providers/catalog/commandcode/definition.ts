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
  versionProbe: { args: ['--version'], own: undefined, namesake: /Microsoft Windows/ },
  // Without `--trust`: the person decides whether to trust a folder.
  defaultArgs: ['--skip-onboarding'],
  autoApprove: { kind: 'flag', args: ['--yolo'] },
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  conversations: { kind: 'byId', last: undefined, resume: ['--resume', ID] },
};
