import { ESC } from '../../model/keys';
import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const mimocode: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'mimocode',
  name: 'MiMo Code',
  icon: 'symbol-namespace',
  docsUrl: 'https://github.com/XiaomiMiMo/MiMo-Code',
  install: { unix: 'curl -fsSL https://mimo.xiaomi.com/install | bash', windows: undefined },
  cli: ['mimo'],
  initialPrompt: { kind: 'flag', flag: '--prompt' },
  conversations: {
    kind: 'byId',
    last: ['--continue'],
    lastReach: 'repository',
    resume: ['--session', ID],
  },
  interrupt: [ESC, ESC],
};
