import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const devin: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'devin',
  name: 'Devin for Terminal',
  icon: 'person',
  docsUrl: 'https://docs.devin.ai/cli',
  install: { unix: 'curl -fsSL https://cli.devin.ai/install.sh | bash', windows: undefined },
  cli: ['devin'],
  autoApprove: { kind: 'flag', args: ['--permission-mode=bypass'] },
  initialPrompt: { kind: 'positional', separator: 'required', subcommands: 'unknown' },
  conversations: { kind: 'latest', last: ['--continue'] },
};
