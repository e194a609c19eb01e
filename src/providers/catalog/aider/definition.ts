import { CTRL_C } from '../../model/keys';
import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const aider: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'aider',
  name: 'Aider',
  icon: 'comment-discussion',
  docsUrl: 'https://aider.chat/docs/',
  install: {
    unix: 'python -m pip install aider-install && aider-install',
    windows: 'python -m pip install aider-install && aider-install',
  },
  cli: ['aider'],
  autoApprove: { kind: 'flag', args: ['--yes-always'] },
  conversations: { kind: 'latest', last: ['--restore-chat-history'] },
  model: { kind: 'flag', flag: '--model' },
  env: { pass: ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY'], strip: [], extra: {} },
  interrupt: [CTRL_C],
};
