import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const codebuddy: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'codebuddy',
  name: 'CodeBuddy Code',
  icon: 'smiley',
  docsUrl: 'https://www.codebuddy.ai/docs/cli/README',
  install: {
    unix: 'npm install -g @tencent-ai/codebuddy-code',
    windows: 'npm install -g @tencent-ai/codebuddy-code',
  },
  cli: ['codebuddy', 'cbc'],
  autoApprove: { kind: 'flag', args: ['--dangerously-skip-permissions'] },
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  conversations: {
    kind: 'chooseId',
    last: undefined,
    resume: ['--resume', ID],
    create: ['--session-id', ID],
    existingId: 'unknown',
  },
  model: { kind: 'flag', flag: '--model' },
};
