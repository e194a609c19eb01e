import type { ProviderDefinition } from '../../model/providerDefinition';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const codebuff: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'codebuff',
  name: 'Codebuff',
  icon: 'rocket',
  docsUrl: 'https://www.codebuff.com/docs/help/quick-start',
  install: { unix: 'npm install -g codebuff', windows: 'npm install -g codebuff' },
  cli: ['codebuff'],
  initialPrompt: { kind: 'positional', separator: 'none', subcommands: 'unknown' },
  env: { pass: ['CODEBUFF_API_KEY'], strip: [], extra: {} },
};
