import type { ProviderDefinition } from '../providerDefinition';
import { UNKNOWN_FACTS } from '../unknownProvider';

export const freebuff: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'freebuff',
  name: 'Freebuff',
  icon: 'gift',
  docsUrl: 'https://freebuff.com',
  install: { unix: 'npm install -g freebuff', windows: 'npm install -g freebuff' },
  cli: ['freebuff'],
};
