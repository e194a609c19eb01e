import { ESC } from '../keys';
import { ID, type ProviderDefinition } from '../providerDefinition';
import { UNKNOWN_FACTS } from '../unknownProvider';

export const mimocode: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'mimocode',
  name: 'MiMo Code',
  icon: 'symbol-namespace',
  docsUrl: 'https://github.com/XiaomiMiMo/MiMo-Code',
  install: { unix: 'curl -fsSL https://mimo.xiaomi.com/install | bash', windows: undefined },
  cli: ['mimo'],
  initialPrompt: { kind: 'flag', flag: '--prompt' },
  conversations: { kind: 'byId', last: ['--continue'], resume: ['--session', ID] },
  interrupt: [ESC, ESC],
};
