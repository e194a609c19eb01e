import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const crush: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'crush',
  name: 'Charm Crush',
  icon: 'heart',
  docsUrl: 'https://github.com/charmbracelet/crush',
  install: { unix: 'npm install -g @charmland/crush', windows: 'npm install -g @charmland/crush' },
  cli: ['crush'],
  autoApprove: { kind: 'flag', args: ['--yolo'] },
  conversations: { kind: 'byId', last: ['--continue'], resume: ['--session', ID] },
  env: { pass: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'], strip: [], extra: {} },
};
