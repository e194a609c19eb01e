import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const ohMyPi: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'oh-my-pi',
  name: 'Oh My Pi',
  icon: 'symbol-constant',
  docsUrl: 'https://omp.sh',
  install: { unix: 'curl -fsSL https://omp.sh/install | sh', windows: undefined },
  cli: ['omp'],
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  conversations: { kind: 'byId', last: undefined, resume: ['--session', ID] },
  model: { kind: 'flag', flag: '--model' },
};
