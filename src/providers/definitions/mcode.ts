import type { ProviderDefinition } from '../providerDefinition';
import { UNKNOWN_FACTS } from '../unknownProvider';

export const mcode: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'mcode',
  name: 'MiniMax Code',
  icon: 'symbol-misc',
  docsUrl: undefined,
  install: { unix: 'npm install -g @minimax-ai/code', windows: 'npm install -g @minimax-ai/code' },
  cli: ['mcode'],
};
