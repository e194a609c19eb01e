import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const freebuff: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'freebuff',
  name: 'Freebuff',
  icon: 'gift',
  docsUrl: 'https://freebuff.com',
  install: { unix: 'npm install -g freebuff', windows: 'npm install -g freebuff' },
  cli: ['freebuff'],
};
