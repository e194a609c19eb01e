import { ID, type ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const kiro: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'kiro',
  name: 'Kiro CLI (AWS)',
  icon: 'cloud',
  docsUrl: 'https://kiro.dev/docs/cli/',
  install: { unix: 'curl -fsSL https://cli.kiro.dev/install | bash', windows: undefined },
  cli: ['kiro-cli'],
  subcommand: ['chat'],
  autoApprove: { kind: 'flag', args: ['--trust-all-tools'] },
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  conversations: { kind: 'byId', last: ['--resume'], resume: ['--resume-id', ID] },
  model: { kind: 'flag', flag: '--model' },
  env: { pass: ['KIRO_HOME'], strip: [], extra: {} },
};
