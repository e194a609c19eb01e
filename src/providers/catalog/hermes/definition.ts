import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const hermes: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'hermes',
  name: 'Hermes Agent',
  icon: 'mail',
  docsUrl: 'https://hermes-agent.nousresearch.com/docs/',
  install: {
    unix: 'curl -fsSL https://hermes-agent.nousresearch.com/install.sh | bash',
    windows: undefined,
  },
  cli: ['hermes'],
  autoApprove: { kind: 'flag', args: ['--yolo'] },
  conversations: { kind: 'latest', last: ['--continue'] },
};
