import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const mcode: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'mcode',
  name: 'MiniMax Code',
  icon: 'symbol-misc',
  docsUrl: undefined,
  install: { unix: 'npm install -g @minimax-ai/code', windows: 'npm install -g @minimax-ai/code' },
  cli: ['mcode'],
};
