import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const zero: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'zero',
  name: 'Zero',
  icon: 'circle-outline',
  docsUrl: 'https://zero.gitlawb.com/',
  install: { unix: 'npm install -g @gitlawb/zero', windows: 'npm install -g @gitlawb/zero' },
  cli: ['zero'],
  autoApprove: { kind: 'flag', args: ['--skip-permissions-unsafe'] },
};
