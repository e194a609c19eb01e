import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const mistral: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'mistral',
  name: 'Mistral Vibe',
  icon: 'flame',
  docsUrl: 'https://github.com/mistralai/mistral-vibe',
  install: {
    unix: 'curl -LsSf https://mistral.ai/vibe/install.sh | bash',
    windows: 'uv tool install mistral-vibe',
  },
  cli: ['vibe'],
  autoApprove: { kind: 'flag', args: ['--auto-approve'] },
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  conversations: { kind: 'byId', last: ['--continue'], resume: ['--resume', ID] },
  model: { kind: 'env', name: 'VIBE_ACTIVE_MODEL' },
  env: { pass: ['MISTRAL_API_KEY', 'VIBE_HOME', 'VIBE_ACTIVE_MODEL'], strip: [], extra: {} },
};
