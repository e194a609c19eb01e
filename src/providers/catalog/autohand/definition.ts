import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const autohand: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'autohand',
  name: 'Autohand Code',
  icon: 'edit',
  docsUrl: 'https://autohand.ai/code/',
  install: { unix: 'npm install -g autohand-cli', windows: 'npm install -g autohand-cli' },
  cli: ['autohand'],
  autoApprove: { kind: 'flag', args: ['--unrestricted'] },
  initialPrompt: { kind: 'flag', flag: '-p' },
  env: { pass: ['AUTOHAND_API_KEY'], strip: [], extra: {} },
};
