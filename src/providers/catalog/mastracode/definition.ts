import type { ProviderDefinition } from '../../model/providerDefinition';
import { mastracodeStatus } from './status';
import { UNKNOWN_FACTS } from '../../registry/unknownProvider';

export const mastracode: ProviderDefinition = {
  ...UNKNOWN_FACTS,
  id: 'mastracode',
  name: 'Mastra Code',
  icon: 'layers',
  docsUrl: 'https://mastra.ai',
  install: { unix: 'npm install -g mastracode', windows: 'npm install -g mastracode' },
  cli: ['mastracode'],
  // It has no `--version`.
  versionProbe: { args: ['--help'], own: /^Usage: mastracode /m },
  verification: { kind: 'run', version: '0.32.1' },
  // Tested: it always opens the latest thread of the directory. `--thread` and `--continue` have an
  // effect only with `--prompt`, which answers once and exits.
  conversations: { kind: 'latest', last: [] },
  status: mastracodeStatus,
};
