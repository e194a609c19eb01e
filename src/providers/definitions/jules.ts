import type { ProviderDefinition } from '../providerDefinition';
import { UNKNOWN_FACTS } from '../unknownProvider';

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
