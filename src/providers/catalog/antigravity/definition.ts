import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const antigravity: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'antigravity',
  name: 'Antigravity CLI',
  icon: 'globe',
  docsUrl: 'https://antigravity.google/docs/cli-overview',
  install: {
    unix: 'curl -fsSL https://antigravity.google/cli/install.sh | bash',
    windows: undefined,
  },
  cli: ['agy', 'antigravity'],
  autoApprove: { kind: 'flag', args: ['--dangerously-skip-permissions'] },
  initialPrompt: { kind: 'flag', flag: '-i' },
  conversations: {
    kind: 'chooseId',
    last: undefined,
    resume: [`--conversation=${ID}`],
    create: [`--conversation=${ID}`],
    existingId: 'resumed',
  },
  model: { kind: 'flag', flag: '--model' },
};
