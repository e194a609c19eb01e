import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const jules: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'jules',
  name: 'Jules',
  icon: 'calendar',
  docsUrl: 'https://jules.google/docs/cli/reference/',
  install: { unix: 'npm install -g @google/jules', windows: 'npm install -g @google/jules' },
  cli: ['jules'],
  versionProbe: { args: ['version'], own: undefined },
};
