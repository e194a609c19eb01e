import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { mastracodeStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const mastracode: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'mastracode',
  name: 'Mastra Code',
  icon: 'layers',
  docsUrl: 'https://mastra.ai',
  install: { unix: 'npm install -g mastracode', windows: 'npm install -g mastracode' },
  cli: ['mastracode'],
  conversations: { kind: 'byId', last: undefined, resume: ['--thread', ID] },
  status: mastracodeStatus,
};
