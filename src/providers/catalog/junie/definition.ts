import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const junie: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'junie',
  name: 'Junie CLI',
  icon: 'mortar-board',
  docsUrl: 'https://junie.jetbrains.com/docs/junie-cli.html',
  install: { unix: 'curl -fsSL https://junie.jetbrains.com/install.sh | bash', windows: undefined },
  cli: ['junie'],
  initialPrompt: { kind: 'flag', flag: '--task' },
};
