import type { ProviderDefinition } from '../providerDefinition';
import { UNKNOWN_FACTS } from '../unknownProvider';

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
